// SPDX-License-Identifier: Apache-2.0
// The answer first: what was asked for, with its least and greatest values and when they are; and in one line whether to trust it.

import type { Column } from '../data/columns';
import { noise_of, quiet } from '../data/quiet';
import type { Show } from '../data/show';
import { broken, element } from '../page/dom';
import { short } from '../page/number';
import { force_magnitudes } from '../plots/force_card';
import type { Series } from '../plots/groups';
import { type Range, range_of, told_errors, told_ranges } from './extremes';
import { brief, make_trust } from './trust';

const most = 24; // rows: more is for the files
const most_forces = 8;
const most_numbers = 3e6; // of forces to look through: more would keep the reader waiting

interface Row {
  name: string;
  values: () => Column;
  noise: number; // below, a number is rounding
  unit?: string; // of the SI, as all numbers that the program tells
}

interface Kind {
  title: string;
  rows: Row[];
}

/** What was asked for, then drives, then energies and loads; the motion itself where nothing was asked for. */
function kinds_of(show: Show): Kind[] {
  const { columns } = show;
  const rows = (some: number[]): Row[] => some.map((i) => ({ name: columns.heads[i]!.name, values: () => quiet(columns, i), noise: noise_of(columns, i), unit: columns.heads[i]!.unit }));
  const asked = columns.inGroup('observable');
  const busy = columns.inGroup('control').filter((i) => columns.heads[i]!.min !== 0 || columns.heads[i]!.max !== 0);
  /** The largest, in their own order. */
  const loads = (title: string, all: Series[]): Kind => {
    const least = all.map(({ size }) => size ?? 0).sort((a, b) => b - a)[most_forces - 1] ?? 0;
    const few = all.length * show.scene.samples < most_numbers ? all.filter(({ size }) => (size ?? 0) >= least).slice(0, most_forces) : [];
    const noise = (): number => noise_of(columns, columns.inGroup('force')[0]!);
    return { title: `${title}, magnitude${few.length < all.length ? ` (the ${few.length} largest of ${all.length})` : ''}`, rows: few.map(({ name, values, unit }) => ({ name, values, unit, noise: noise() })) };
  };
  return [
    { title: 'observables', rows: rows(asked) },
    { title: 'controls', rows: rows(busy) },
    { title: 'coordinates', rows: asked.length > 0 ? [] : rows(columns.inGroup('coordinate').slice(0, 12)) },
    { title: 'energies', rows: rows(columns.inGroup('energy')) },
    loads('forces', force_magnitudes(show, false)),
    loads('torques', force_magnitudes(show, true)),
  ].filter((kind) => kind.rows.length > 0);
}

/** Five digits; of what is rounding beside its like, 0. */
function digits(x: number, noise: number): string {
  if (Number.isNaN(x)) return '–';
  return Math.abs(x) < noise ? '0' : short(x, 5);
}

function make_row(show: Show, { name, values, noise, unit }: Row, told: Range | undefined, error: string | undefined): HTMLElement {
  const { track } = show;
  const y = values();
  const range = told ?? range_of(show, y);
  const size = Math.max(Math.abs(range.min), Math.abs(range.max));
  const still = !(range.max - range.min > 1e-9 * size);
  const cell = (value: number, small: string): HTMLElement =>
    element('td', { class: 'number' }, element('span', {}, digits(value, Math.max(noise, 1e-12 * size))), ...(small ? [' ', element('small', {}, small)] : []));
  const time = (t: number): string => (still ? '' : `at ${short(t, 4)}`);
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('bdi', {}, ...broken(name)), ...(unit ? [element('small', {}, ` ${unit}`)] : [])),
    cell(y[track.from]!, ''),
    cell(y[track.last]!, error ? `± ${brief(error)}` : ''),
    cell(range.min, time(range.tMin)),
    cell(range.max, time(range.tMax)),
  );
}

function make_table(show: Show): HTMLElement {
  const told = told_ranges(document.getElementById('summary'));
  const errors = told_errors(document.getElementById('error'));
  const body = element('tbody');
  const sampled: string[] = []; // rows whose range the program has not told: a peak between two samples is missing there
  let left = most;
  let omitted = 0;
  for (const { title, rows } of kinds_of(show)) {
    const shown = rows.slice(0, left);
    left -= shown.length;
    omitted += rows.length - shown.length;
    if (shown.length > 0) body.append(element('tr', { class: 'kind' }, element('th', { scope: 'rowgroup', colspan: 5 }, title)));
    for (const row of shown) body.append(make_row(show, row, told.get(row.name), errors.get(row.name)));
    sampled.push(...shown.map(({ name }) => name).filter((name) => !told.has(name)));
  }
  const head = ['', 'start', 'end', 'min', 'max'].map((word, i) => element('th', { scope: 'col', class: i > 0 ? 'number' : undefined }, word));
  const table = element('table', { class: 'results' }, element('thead', {}, element('tr', {}, ...head)), body);
  const sheet = element('div', { class: 'sheet', tabindex: 0, role: 'region', 'aria-label': 'Results' }, table);
  const notes = [told.size > 0 ? of_samples(sampled) : '', omitted > 0 ? `${omitted} more quantities are in the files.` : ''].filter((note) => note);
  return notes.length === 0 ? sheet : element('div', {}, sheet, element('p', { class: 'note' }, notes.join(' ')));
}

/** Which least and greatest values are not found between the samples, as the others are. */
function of_samples(names: string[]): string {
  if (names.length === 0) return '';
  const [few, more] = [names.slice(0, 6), names.length - 6];
  return `Min and max of ${few.join(', ')}${more > 0 ? ` and ${more} more` : ''} are those of the samples; the others are found between them.`;
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
  section.replaceChildren(title, ...make_trust(), ...asked_numbers(), place);
}
