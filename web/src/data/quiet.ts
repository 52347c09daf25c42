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

/** The largest value of some columns. */
function largest_of(columns: Columns, some: number[]): number {
  return some.reduce((most, k) => {
    const size = size_of(columns, k);
    return Number.isFinite(size) ? Math.max(most, size) : most;
  }, 0);
}

/** Whether a column turns back at every few samples, as rounding does and what moves does not. */
function is_rough(y: Column): boolean {
  let turns = 0;
  let way = 0;
  for (let row = 1; row < y.length; ++row) {
    const step = Math.sign(y[row]! - y[row - 1]!);
    if (step !== 0 && way !== 0 && step !== way) ++turns;
    if (step !== 0) way = step;
  }
  return y.length >= 8 && 5 * turns >= y.length;
}

const judged = new WeakMap<Columns, Map<string, boolean>>();

/** A whole group that is rounding has no like to be told by: it is nothing beside all the motion, and rough. A small quantity is smooth. */
function is_rounding(columns: Columns, group: string): boolean {
  let known = judged.get(columns);
  if (!known) judged.set(columns, (known = new Map()));
  let made = known.get(group);
  if (made === undefined) {
    const own = columns.inGroup(group);
    const others = ['coordinate', 'rate'].filter((other) => other !== group).flatMap((other) => columns.inGroup(other));
    made = largest_of(columns, own) < nothing * largest_of(columns, others) && own.every((i) => size_of(columns, i) === 0 || is_rough(columns.get(i)));
    known.set(group, made);
  }
  return made;
}

/** Below what a number is nothing: beside the largest of its group, or everything where the group itself is rounding. */
export function noise_of(columns: Columns, i: number): number {
  const { group } = columns.heads[i]!;
  if (own_size.has(group)) return 0;
  const largest = largest_of(columns, columns.inGroup(group));
  return is_rounding(columns, group) ? 2 * largest : nothing * largest;
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
