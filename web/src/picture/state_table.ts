// SPDX-License-Identifier: Apache-2.0
// The coordinates and rates at the present time, as numbers.

import { noise_of, size_of } from '../data/quiet';
import type { Show } from '../data/show';
import type { Moment } from '../data/track';
import { shown_unit } from '../data/units';
import { element } from '../page/dom';
import { short } from '../page/number';
import { readable, write_text } from '../page/rhythm';

const most = 60; // rows: more is for the CSV file

export function make_state_table(show: Show): HTMLElement {
  const { columns } = show;
  const rows = columns.inGroup('coordinate').slice(0, most).map((column) => {
    const { name } = columns.heads[column]!;
    const { unit } = shown_unit(show.scene, columns.heads[column]!);
    const value = element('td', { 'data-column': column });
    const rate = element('td');
    return { column, rateColumn: columns.find(name + "'"), name: unit ? `${name} (${unit})` : name, value, rate };
  });
  const body = element('tbody');
  // The coordinates of free bodies have no rates of their own names.
  const rates = rows.some(({ rateColumn }) => rateColumn !== undefined);
  for (const row of rows) body.append(element('tr', {}, element('th', { scope: 'row', dir: 'auto' }, row.name), row.value, ...(rates ? [row.rate] : [])));
  const head = element('tr', {}, ...['', 'value', ...(rates ? ['rate'] : [])].map((word) => element('th', { scope: 'col' }, word)));
  const table = element('table', { class: 'state-table' }, element('thead', {}, head), body);

  const noise = new Map(rows.flatMap(({ column, rateColumn }) => (rateColumn === undefined ? [column] : [column, rateColumn])).map((i) => [i, Math.max(1e-12 * size_of(columns, i), noise_of(columns, i))]));
  /** Beside the column's largest, and beside its like, a number may be nothing but rounding. */
  const digits = (column: number, at: Moment): string => {
    const value = show.track.value(column, at);
    const { factor } = shown_unit(show.scene, columns.heads[column]!);
    return Math.abs(value) < noise.get(column)! ? '0' : short(factor * value, 5);
  };
  const refresh = (): void => {
    const at = show.track.moment(show.clock.t);
    for (const row of rows) {
      write_text(row.value, digits(row.column, at));
      write_text(row.rate, row.rateColumn === undefined ? '' : digits(row.rateColumn, at));
    }
  };
  show.clock.watch(readable(show.clock, refresh));
  refresh();
  const details = element('details', { class: 'state-now', open: true }, element('summary', {}, 'Current state'), element('div', { class: 'scroll' }, table));
  return details;
}
