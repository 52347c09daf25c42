// SPDX-License-Identifier: Apache-2.0
// Where a column is least and greatest along a track, and when: by its samples, or better, where the program has found it between them.

import type { Column } from '../data/columns';
import type { Show } from '../data/show';

export interface Range {
  min: number;
  max: number;
  tMin: number;
  tMax: number;
}

/** NaN: there is no number in it. */
export function range_of({ track }: Show, y: Column): Range {
  let [low, high] = [-1, -1];
  for (let row = track.from; row <= track.last; ++row) {
    const value = y[row]!;
    if (!Number.isFinite(value)) continue;
    if (low < 0 || value < y[low]!) low = row;
    if (high < 0 || value > y[high]!) high = row;
  }
  const at = (row: number): [number, number] => (row < 0 ? [NaN, NaN] : [y[row]!, track.time[row]!]);
  const [[min, tMin], [max, tMax]] = [at(low), at(high)];
  return { min, max, tMin, tMax };
}

/** What stands before its ±. */
const number = (text: string | null | undefined): number => Number((text ?? '').split('±')[0]!.trim().replaceAll('−', '-') || NaN);

/** The table "Peaks" of the summary, where the page has one: both ends of ranges, found on the motion between the samples. */
export function told_ranges(summary: HTMLElement | null): Map<string, Range> {
  const told = new Map<string, Range>();
  const title = [...(summary?.querySelectorAll('h3') ?? [])].find((h3) => h3.textContent === 'Peaks');
  const table = title?.nextElementSibling;
  if (!(table instanceof HTMLTableElement)) return told;
  for (const row of table.tBodies[0]?.rows ?? []) {
    const [name, min, tMin, max, tMax] = [...row.cells].map((cell) => cell.textContent);
    if (name) told.set(name, { min: number(min), tMin: number(tMin), max: number(max), tMax: number(tMax) });
  }
  return told;
}

/** The table of the section "Error", where the page has one: how far values at the end may be off. */
export function told_errors(section: HTMLElement | null): Map<string, string> {
  const rows = [...(section?.querySelector('table')?.tBodies[0]?.rows ?? [])];
  return new Map(rows.map(({ cells: [name, , error] }) => [name?.textContent ?? '', error?.textContent?.trim() ?? '']));
}
