// SPDX-License-Identifier: Apache-2.0
// The page of many runs: what is watched, each number against each other, and one run found in all of them.

import { by_id, element } from '../page/dom';
import type { Chart } from './chart';
import { type Axis, axis_of, read_sweep, type Sweep } from './data';
import { make_heat } from './heat';
import { make_histogram } from './histogram';
import { make_parallel } from './parallel';
import { type Choice, make_scatter, run_words } from './scatter';

const most_in_matrix = 7; // more would be too small to see

function section(id: string, title: string, ...inside: (Node | string)[]): HTMLElement {
  return element('section', { id, class: 'many', 'aria-labelledby': `${id}-title` }, element('h2', { id: `${id}-title` }, title), element('div', {}, ...inside));
}

/** Both charts show the run that is chosen, and a line says what it is. */
function linked(sweep: Sweep, axes: Axis[], line: HTMLElement): { choice: Choice; charts: Chart[] } {
  const charts: Chart[] = [];
  const hint = 'Point at a run to find it in all charts.';
  line.textContent = hint;
  let asked = false;
  const choice: Choice = {
    at: undefined,
    set: (at) => {
      if (at === choice.at) return;
      choice.at = at;
      line.textContent = at === undefined ? hint : run_words(sweep, axes, at);
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        for (const chart of charts) chart.redraw();
      });
    },
  };
  return { choice, charts };
}

/** Whether the page is one of many runs; then it is shown. */
export function show_sweep(text: string): boolean {
  const sweep = read_sweep(text);
  if (!sweep) return false;
  const axes = [...sweep.varied, ...sweep.watched].map((_, k) => axis_of(sweep, k));
  const made = [section('spread', 'Spread', element('div', { class: 'cells' }, ...sweep.spreads.map(make_histogram)))];
  if (axes.length > 1) {
    const line = element('p', { class: 'note run', 'aria-live': 'polite' });
    const { choice, charts } = linked(sweep, axes, line);
    const few = sweep.runs.length < sweep.total ? [element('p', { class: 'note' }, `${sweep.runs.length} of ${sweep.total} runs are drawn.`)] : [];
    const shown = axes.length <= most_in_matrix ? axes : [...axes.slice(0, Math.min(sweep.varied.length, 4)), ...axes.slice(sweep.varied.length)].slice(0, most_in_matrix);
    charts.push(make_scatter(sweep, shown, choice), make_parallel(sweep, axes, choice));
    made.push(section('pairs', 'Pairs', element('div', { class: 'matrix' }, charts[0]!.figure), line, ...few), section('lines', 'Parallel coordinates', charts[1]!.figure));
  }
  if (sweep.varied.length > 1 && sweep.watched.length > 0) made.push(section('heat', 'Heat map', make_heat(sweep, axes)));
  by_id('words').prepend(...made);
  return true;
}
