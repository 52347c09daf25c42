// SPDX-License-Identifier: Apache-2.0
// What the reader can switch in the picture, and the numbers of the present state.

import type { ArrowKind } from '../data/scene';
import type { Show } from '../data/show';
import { button, choice, element, tick } from '../page/dom';
import { short } from '../page/number';
import { arrow_colour, arrow_key, arrow_words } from './look';
import type { Stage } from './stage';
import { make_state_table } from './state_table';

export function make_panel(show: Show, stage: Stage): HTMLElement {
  const panel = element('div', { class: 'panel' });
  if (show.tracks.length > 1) panel.append(make_extremals(show));
  if (!show.abstract) panel.append(make_view_options(show, stage));
  if (show.scene.arrows.length > 0) panel.append(make_arrows(show, stage));
  panel.append(make_state_table(show));
  return panel;
}

function part(title: string, ...children: Node[]): HTMLElement {
  return element('fieldset', {}, element('legend', {}, title), ...children);
}

function make_extremals(show: Show): HTMLElement {
  const list = element('div', { class: 'scroll' });
  show.scene.extremals.forEach((extremal, i) => {
    const box = element('input', { type: 'radio', name: 'extremal', value: i, checked: i === show.chosen });
    box.addEventListener('change', () => show.choose(i));
    const action = extremal.action === null ? '' : `, action ${short(extremal.action, 6)}`;
    const words = `${extremal.name}: ${extremal.verdict}${action}`;
    list.append(element('label', { class: 'tick' }, box, element('span', { dir: 'auto' }, words)));
  });
  return part('Extremal', list);
}

function make_view_options(show: Show, stage: Stage): HTMLElement {
  const { look } = stage;
  const { scene } = show;
  const rows: Node[] = [];
  if (scene.traces.length > 0)
    rows.push(
      tick('traces', look.traces, (on) => {
        look.traces = on;
        stage.request();
      }),
    );
  rows.push(
    tick('names', look.names, (on) => {
      look.names = on;
      stage.request();
    }),
  );
  const names = [...scene.points, ...scene.bodies].map(({ name }) => name);
  const follow = choice('follow', ['nothing', ...names], look.follow + 1, (i) => stage.follow(i - 1));
  follow.select.id = 'follow';
  rows.push(follow.row, button('Reset view', 'Reset the view (r)', () => stage.reset()));
  return part('View', ...rows);
}

function make_arrows(show: Show, stage: Stage): HTMLElement {
  const { look } = stage;
  const kinds = new Map<string, { name: string; kind: ArrowKind }>();
  for (const arrow of show.scene.arrows) kinds.set(arrow_key(arrow), arrow);
  const list = element('div', { class: 'scroll' });
  const boxes: HTMLInputElement[] = [];
  for (const [key, { name, kind }] of kinds) {
    const row = tick(`${name} (${arrow_words[kind]})`, !look.hidden.has(key), (on) => {
      if (on) look.hidden.delete(key);
      else look.hidden.add(key);
      stage.request();
    });
    const swatch = element('i', { class: `swatch ${arrow_colour[kind]}`, 'aria-hidden': 'true' });
    row.firstChild!.after(swatch);
    boxes.push(row.querySelector('input')!);
    list.append(row);
  }
  const all = (on: boolean): void => {
    for (const box of boxes) if (box.checked !== on) box.click();
  };
  const scale = element('input', { type: 'range', min: -1, max: 1, step: 'any', value: 0, 'aria-label': 'Length of the force arrows' });
  scale.addEventListener('input', () => {
    look.arrowScale = 10 ** Number(scale.value);
    stage.request();
  });
  const buttons = element('div', { class: 'row' }, button('all', 'Show all forces', () => all(true)), button('none', 'Show no forces', () => all(false)));
  return part('Forces', list, element('label', { class: 'choice' }, element('span', {}, 'length'), scale), buttons);
}
