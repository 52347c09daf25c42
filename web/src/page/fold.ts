// SPDX-License-Identifier: Apache-2.0
// Sections that few readers need are folded: their titles stay, and links to them open them.

import { element } from './dom';

const folded = ['summary', 'error', 'forces', 'energy', 'method', 'holds', 'reproduce'];

function fold(section: HTMLElement): void {
  const title = section.querySelector(':scope > h2');
  if (!title) return;
  const body = element('div', { class: 'folded' });
  for (const child of [...section.childNodes]) if (child !== title) body.append(child);
  const details = element('details', {}, element('summary', {}), body);
  details.firstElementChild!.append(title);
  section.append(details);
}

/** The section of the address is open. */
function open_target(): void {
  const target = location.hash.startsWith('#') ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let at: HTMLElement | null = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  const own = target?.querySelector<HTMLDetailsElement>(':scope > details');
  if (own) own.open = true;
}

/** What is open in one run's words is so in those of the next. */
export function fold_words(): void {
  for (const section of document.querySelectorAll<HTMLElement>('#words > section')) if (folded.includes(section.id)) fold(section);
}

export function watch_links(): void {
  addEventListener('hashchange', open_target);
  open_target();
}
