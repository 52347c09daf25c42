// SPDX-License-Identifier: Apache-2.0
// Which forces are shown: a switch for each kind, one for each name, and how long they are drawn.

import type { ArrowKind } from '../data/scene';
import type { Show } from '../data/show';
import { element, tick } from '../page/dom';
import { arrow_key } from './forces';
import { arrow_colour, arrow_words } from './look';
import type { Stage } from './stage';

const order: ArrowKind[] = ['constraint', 'joint', 'nonideal', 'applied'];
const few = 6; // names: more are folded away, so that what follows stays in sight

/** The names that exert forces of a kind, each once. */
function names_by_kind(show: Show): Map<ArrowKind, Set<string>> {
  const all = new Map<ArrowKind, Set<string>>(order.map((kind) => [kind, new Set()]));
  for (const { kind, name } of show.scene.arrows) all.get(kind)?.add(name);
  return new Map([...all].filter(([, names]) => names.size > 0));
}

function make_kind(stage: Stage, kind: ArrowKind, names: string[]): HTMLElement {
  const { hidden } = stage.look.forces;
  const set = (name: string, on: boolean): void => {
    if (on) hidden.delete(arrow_key({ kind, name }));
    else hidden.add(arrow_key({ kind, name }));
    stage.request();
  };
  const is_shown = (name: string): boolean => !hidden.has(arrow_key({ kind, name }));
  const rows = names.map((name) =>
    tick(name, is_shown(name), (on) => {
      set(name, on);
      refresh();
    }),
  );
  const whole = tick(names.length === 1 && names[0] !== kind ? `${names[0]} (${arrow_words[kind]})` : arrow_words[kind], true, (on) => {
    for (const name of names) set(name, on);
    for (const row of rows) row.querySelector('input')!.checked = on;
    refresh();
  });
  const box = whole.querySelector('input')!;
  const refresh = (): void => {
    const shown = names.filter(is_shown).length;
    box.checked = shown === names.length;
    box.indeterminate = shown > 0 && shown < names.length;
  };
  refresh();
  box.after(element('i', { class: `swatch ${arrow_colour[kind]}`, 'aria-hidden': 'true' }));
  const made = element('div', { class: 'force-kind' }, whole);
  const list = element('div', { class: 'scroll inner' }, ...rows);
  if (names.length > few) made.append(element('details', { class: 'inner' }, element('summary', {}, `${names.length} names`), list));
  else if (names.length > 1) made.append(list);
  return made;
}

export function make_forces(show: Show, stage: Stage): HTMLElement[] {
  const { forces } = stage.look;
  const kinds = [...names_by_kind(show)].map(([kind, names]) => make_kind(stage, kind, [...names]));
  const length = element('input', { type: 'range', min: -1, max: 1, step: 'any', value: Math.log10(forces.stretch), 'aria-label': 'Length of the force arrows' });
  length.addEventListener('input', () => {
    forces.stretch = 10 ** Number(length.value);
    stage.request();
  });
  const notes = forces.cuts ? ['Double head: force exceeds the drawn length.'] : [];
  if (show.scene.arrows.some(({ unique }) => unique === false)) notes.unshift('Dashed: statically indeterminate; smallest solution shown.');
  return [...kinds, element('label', { class: 'choice' }, element('span', {}, 'arrow length'), length), ...notes.map((words) => element('p', { class: 'note' }, words))];
}
