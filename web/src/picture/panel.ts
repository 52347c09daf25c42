// SPDX-License-Identifier: Apache-2.0
// What the reader can switch in the picture, and the numbers of the present state.

import type { Show } from '../data/show';
import { button, choice, element, tick } from '../page/dom';
import { short } from '../page/number';
import { make_forces } from './force_panel';
import type { Stage } from './stage';
import { make_state_table } from './state_table';

export function make_panel(show: Show, stage: Stage): HTMLElement {
  const panel = element('div', { class: 'panel' });
  if (show.tracks.length > 1) panel.append(make_extremals(show));
  const placed = stage.view.name !== 'portrait';
  if (placed) panel.append(make_view_options(show, stage));
  if (placed && show.scene.arrows.length > 0) panel.append(part('Forces', ...make_forces(show, stage)));
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
  const option = (label: string, on: boolean, set: (on: boolean) => void): void => {
    rows.push(
      tick(label, on, (now) => {
        set(now);
        stage.request();
      }),
    );
  };
  if (scene.traces.length > 0) option('traces', look.traces, (on) => (look.traces = on));
  option('names', look.names, (on) => (look.names = on));
  if (scene.bodies.some(({ shapes }) => shapes.some((shape) => shape.look === 'inertia'))) option('inertia', look.inertia, (on) => (look.inertia = on));
  const names = [...scene.points, ...scene.bodies].map(({ name }) => name);
  const follow = choice('follow', ['nothing', ...names], look.follow + 1, (i) => stage.follow(i - 1));
  follow.select.id = 'follow';
  rows.push(follow.row, button('Reset view', 'Reset the view (r)', () => stage.reset()));
  const made = part('View', element('div', { class: 'row options' }, ...rows));
  const traced = scene.traces.map(({ name }, i) => ({ name: name ?? '', i })).filter(({ name }) => name);
  if (traced.length > 1)
    made.append(
      element(
        'details',
        { class: 'inner' },
        element('summary', {}, `${traced.length} traces`),
        element('div', { class: 'scroll inner' }, ...traced.map(({ name, i }) => trace_tick(stage, name, i))),
      ),
    );
  return made;
}

function trace_tick(stage: Stage, name: string, i: number): HTMLElement {
  const { untraced } = stage.look;
  return tick(name, !untraced.has(i), (on) => {
    if (on) untraced.delete(i);
    else untraced.add(i);
    stage.request();
  });
}
