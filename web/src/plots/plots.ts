// SPDX-License-Identifier: Apache-2.0
// The section of the plots: a card for each, in chapters, and the buttons that concern all.

import type { Show } from '../data/show';
import { button, element, save } from '../page/dom';
import { Card, file_name } from './card';
import { write_csv } from './csv';
import { make_force_cards } from './force_card';
import { type Chapter, plan_chapters } from './groups';
import { PhaseCard } from './phase_card';
import { Zoom } from './zoom';

function save_all(show: Show): void {
  const { columns } = show;
  const held = columns.held();
  const names = held.map((i) => columns.heads[i]!.name);
  const all = held.map((i) => columns.get(i));
  save(file_name(show, 'all', 'csv'), write_csv(names, all, 0, columns.heads[0]!.count - 1), 'text/csv');
}

function make_tools(show: Show, zoom: Zoom): HTMLElement {
  const whole = button('Reset zoom', 'Show the whole run in all plots', () => zoom.reset());
  const refresh = (): void => {
    whole.disabled = zoom.whole;
  };
  zoom.watch(refresh);
  refresh();
  return element(
    'div',
    { class: 'tools' },
    button('+', 'Zoom in on the current time', () => zoom.by(0.5)),
    button('−', 'Zoom out', () => zoom.by(2)),
    whole,
    button('All data as CSV', 'Save all columns as CSV', () => save_all(show)),
  );
}

function make_chapter({ title, plans, open }: Chapter, show: Show, zoom: Zoom): HTMLElement {
  const grid = element('div', { class: 'grid' }, ...plans.map((plan) => new Card(plan, show, zoom).article));
  if (!title) return grid;
  const names = plans.map((plan) => plan.title.replace(/:.*/s, ''));
  return element('details', { class: 'chapter', open }, element('summary', {}, title, element('small', {}, ` ${[...new Set(names)].join(', ')}`)), grid);
}

export function make_plots(section: HTMLElement, show: Show): void {
  const zoom = new Zoom(show);
  const hint = element('p', { class: 'note' }, 'Drag in a plot to move the time; drag with shift to zoom; double-click to see the whole run.');
  const [first, ...others] = plan_chapters(show).filter(({ title, plans }) => !title || plans.length > 0);
  const results = make_chapter(first!, show, zoom);
  results.append(new PhaseCard(show).article);
  const forces = make_force_cards(show, zoom);
  section.replaceChildren(
    element('div', { class: 'head' }, element('h2', { id: 'plots-title' }, 'Plots'), make_tools(show, zoom)),
    hint,
    results,
    ...(forces ? [forces] : []),
    ...others.map((chapter) => make_chapter(chapter, show, zoom)),
  );
}
