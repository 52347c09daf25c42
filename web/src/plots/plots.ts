// SPDX-License-Identifier: Apache-2.0
// The section of the plots: a card for each, and the buttons that concern all.

import type { Show } from '../data/show';
import { button, element, save } from '../page/dom';
import { Card, file_name } from './card';
import { write_csv } from './csv';
import { plan_plots } from './groups';
import { PhaseCard } from './phase_card';
import { Zoom } from './zoom';

function save_all(show: Show): void {
  const { columns } = show;
  const held = columns.held();
  const names = held.map((i) => columns.heads[i]!.name);
  const all = held.map((i) => columns.get(i));
  save(file_name(show, 'all', 'csv'), write_csv(names, all, 0, columns.heads[0]!.count - 1), 'text/csv');
}

export function make_plots(section: HTMLElement, show: Show): void {
  const zoom = new Zoom(show);
  const whole = button('Reset zoom', 'Show the whole run in all plots', () => zoom.reset());
  const refresh = (): void => {
    whole.disabled = zoom.whole;
  };
  zoom.watch(refresh);
  refresh();
  const tools = element(
    'div',
    { class: 'tools' },
    button('+', 'Zoom in on the current time', () => zoom.by(0.5)),
    button('−', 'Zoom out', () => zoom.by(2)),
    whole,
    button('All data as CSV', 'Save all columns as CSV', () => save_all(show)),
  );
  const hint = element('p', { class: 'note' }, 'Drag in a plot to move the time; drag with shift to zoom; double-click to see the whole run.');
  const grid = element('div', { class: 'grid' });
  for (const plan of plan_plots(show)) grid.append(new Card(plan, show, zoom).article);
  grid.append(new PhaseCard(show).article);
  section.append(element('div', { class: 'head' }, element('h2', { id: 'plots-title' }, 'Plots'), tools), hint, grid);
}
