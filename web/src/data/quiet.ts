// SPDX-License-Identifier: Apache-2.0
// Rounding is no result: what is nothing beside its like is shown as 0.

import type { Column, Columns } from './columns';

const nothing = 1e-11; // of the largest of its like: below, digits are rounding

const own_size = new Set(['residual', 'balance', 'step', 'time']); // groups whose rounding is what they tell

/** The largest value of a column, by its head. */
export function size_of(columns: Columns, i: number): number {
  const { min, max } = columns.heads[i]!;
  return Math.max(Math.abs(min), Math.abs(max)) || 0;
}

/** Beside what a column is nothing: the largest of its group. */
export function noise_of(columns: Columns, i: number): number {
  const { group } = columns.heads[i]!;
  if (own_size.has(group)) return 0;
  const largest = columns.inGroup(group).reduce((most, k) => {
    const size = size_of(columns, k);
    return Number.isFinite(size) ? Math.max(most, size) : most;
  }, 0);
  return nothing * largest;
}

const kept = new WeakMap<Columns, Map<number, Column>>();

/** A column, or zeros where it is nothing but rounding. */
export function quiet(columns: Columns, i: number): Column {
  let known = kept.get(columns);
  if (!known) kept.set(columns, (known = new Map()));
  let made = known.get(i);
  if (!made) {
    made = columns.get(i);
    if (size_of(columns, i) < noise_of(columns, i)) made = new Float32Array(made.length);
    known.set(i, made);
  }
  return made;
}
