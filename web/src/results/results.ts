// SPDX-License-Identifier: Apache-2.0
// The answer first: what was asked for, with its least and greatest values and when they are; and in one line whether to trust it.

import { noise_of } from '../data/quiet';
import type { Show } from '../data/show';
import { element } from '../page/dom';
import { short } from '../page/number';
import { range_of, told_errors, told_ranges } from './extremes';
import { brief, make_trust } from './trust';

const most = 24; // rows: more is for the files

/** What was asked for, then drives, then energies; the motion itself where nothing was asked for. */
function columns_of(show: Show): { title: string; columns: number[] }[] {
  const { columns } = show;
  const group = (name: string): number[] => columns.inGroup(name);
  const asked = group('observable');
  const busy = group('control').filter((i) => columns.heads[i]!.min !== 0 || columns.heads[i]!.max !== 0);
  return [
    { title: 'observables', columns: asked },
    { title: 'controls', columns: busy },
    { title: 'coordinates', columns: asked.length > 0 ? [] : group('coordinate').slice(0, 12) },
    { title: 'energies', columns: group('energy') },
  ].filter(({ columns: some }) => some.length > 0);
}

/** Five digits; of what is rounding beside its like, 0. */
function digits(x: number, noise: number): string {
  if (Number.isNaN(x)) return '–';
  return Math.abs(x) < noise ? '0' : short(x, 5);
}

function make_table(show: Show): HTMLElement {
  const { columns, track } = show;
  const told = told_ranges(document.getElementById('summary'));
  const errors = told_errors(document.getElementById('error'));
  const cell = (text: string, small = ''): HTMLElement => element('td', { class: 'number' }, text, ...(small ? [element('small', {}, ` ${small}`)] : []));
  const body = element('tbody');
  let left = most;
  let omitted = 0;
  for (const { title, columns: some } of columns_of(show)) {
    const shown = some.slice(0, left);
    left -= shown.length;
    omitted += some.length - shown.length;
    if (shown.length > 0) body.append(element('tr', { class: 'kind' }, element('th', { scope: 'rowgroup', colspan: 5 }, title)));
    for (const i of shown) {
      const { name } = columns.heads[i]!;
      const range = told.get(name) ?? range_of(show, i);
      const noise = Math.max(noise_of(columns, i), 1e-12 * Math.max(Math.abs(range.min), Math.abs(range.max)));
      const y = columns.get(i);
      const still = !(range.max - range.min > 1e-9 * Math.max(Math.abs(range.max), Math.abs(range.min)));
      const time = (t: number): string => (still ? '' : `at ${short(t, 4)}`);
      const error = errors.get(name);
      body.append(
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, element('bdi', {}, name)),
          cell(digits(y[track.from]!, noise)),
          cell(digits(y[track.last]!, noise), error ? `± ${brief(error)}` : ''),
          cell(digits(range.min, noise), time(range.tMin)),
          cell(digits(range.max, noise), time(range.tMax)),
        ),
      );
    }
  }
  const head = ['', 'start', 'end', 'min', 'max'].map((word, i) => element('th', { scope: 'col', class: i > 0 ? 'number' : undefined }, word));
  const table = element('table', { class: 'results' }, element('thead', {}, element('tr', {}, ...head)), body);
  const sheet = element('div', { class: 'sheet', tabindex: 0, role: 'region', 'aria-label': 'Results' }, table);
  if (omitted === 0) return sheet;
  return element('div', {}, sheet, element('p', { class: 'note' }, `${omitted} more quantities are in the files.`));
}

/** The numbers that the model asks for, which the program has put into the summary, come first. */
function asked_numbers(): Node[] {
  const title = [...document.querySelectorAll('#summary h3')].find((h3) => h3.textContent === 'Numbers of the run');
  const table = title?.nextElementSibling;
  return title && table instanceof HTMLTableElement ? [title, table] : [];
}

export function make_results(section: HTMLElement, show: Show): void {
  const title = element('h2', { id: 'results-title' }, 'Results');
  const place = element('div');
  const fill = (): void => place.replaceChildren(make_table(show));
  fill();
  show.onChoose(fill);
  section.append(title, ...make_trust(), ...asked_numbers(), place);
}
