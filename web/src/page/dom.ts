// SPDX-License-Identifier: Apache-2.0
// Elements from code. Text only ever enters as text, whatever a model may have put into it.

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

export function button(label: string, title: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', title, 'aria-label': title, ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

/** Where a name may be broken: after what closes it and between its words, and nowhere within them. */
export const name_break = /(?<=[),_]|\](?=\.))(?=.)|(?<=.)(?=\.)/s;

/** A name, broken only there. */
export function broken(name: string): Child[] {
  return name.split(name_break).flatMap((part, i) => (i > 0 ? [element('wbr'), part] : [part]));
}

/** A box to tick, with its label. */
export function tick(label: string, checked: boolean, act: (on: boolean) => void): HTMLLabelElement {
  const box = element('input', { type: 'checkbox', checked });
  box.addEventListener('change', () => act(box.checked));
  return element('label', { class: 'tick' }, box, element('span', { dir: 'auto' }, label));
}

export function choice(
  label: string,
  options: string[],
  selected: number,
  act: (i: number) => void,
): { row: HTMLLabelElement; select: HTMLSelectElement } {
  const select = element('select', { 'aria-label': label });
  options.forEach((option, i) => select.append(element('option', { value: i, selected: i === selected }, option)));
  select.addEventListener('change', () => act(select.selectedIndex));
  return { row: element('label', { class: 'choice' }, element('span', {}, label), select), select };
}

/** Hands a file to the reader. */
export function save(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = element('a', { href: address, download: name });
  link.click();
  // The download has read the address once the click's own task is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An element that the template has. */
export function by_id(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
