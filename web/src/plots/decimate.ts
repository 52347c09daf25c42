// SPDX-License-Identifier: Apache-2.0
// Long columns on a narrow screen: for every pixel the least and the greatest value, in their order.
// No extreme is lost, and the cost of drawing no longer depends on the number of samples.

import type { Column } from '../data/columns';
import { Extremes } from './extremes';

/** The first of rows first..last whose time is not before t, or the last. */
function search(time: Column, first: number, last: number, t: number): number {
  let a = first;
  let b = last;
  while (a < b) {
    const middle = (a + b) >> 1;
    if (time[middle]! < t) a = middle + 1;
    else b = middle;
  }
  return a;
}

/** Rows first..last (inclusive) of a track that fall into [low, high], with one row more on either side. */
export function visible_rows(time: Column, first: number, last: number, low: number, high: number): [number, number] {
  return [Math.max(first, search(time, first, last, low) - 1), Math.min(last, search(time, first, last, high) + 1)];
}

/** Equal pieces of time with rows in them: bucket k holds the rows from starts[k] to starts[k + 1], without that one. */
export interface Buckets {
  starts: Int32Array;
  x: Float64Array; // two places in each, a quarter and three quarters of its way
}

export function buckets_of(time: Column, first: number, last: number, count: number): Buckets {
  const low = time[first]!;
  const width = (time[last]! - low) / count;
  const starts: number[] = [];
  const x: number[] = [];
  let row = first;
  for (let k = 0; k < count && row <= last; ++k) {
    const edge = low + (k + 1) * width;
    const end = k + 1 === count || time[last]! < edge ? last + 1 : search(time, row, last, edge);
    if (end === row) continue; // where nothing was sampled the curve goes straight on
    starts.push(row);
    x.push(low + (k + 0.25) * width, low + (k + 0.75) * width);
    row = end;
  }
  return { starts: Int32Array.from([...starts, last + 1]), x: Float64Array.from(x) };
}

const known = new WeakMap<Column, Extremes>();

/** Two values a bucket: the smallest and the largest, the earlier first. */
function pairs(y: Column, { starts, x }: Buckets): Float64Array {
  let extremes = known.get(y);
  if (!extremes) known.set(y, (extremes = new Extremes(y)));
  const made = new Float64Array(x.length);
  for (let k = 0; 2 * k < x.length; ++k) {
    extremes.find(starts[k]!, starts[k + 1]!);
    const { low, high } = extremes;
    made[2 * k] = low < 0 ? NaN : y[Math.min(low, high)]!;
    made[2 * k + 1] = low < 0 ? NaN : y[Math.max(low, high)]!;
  }
  return made;
}

export interface Thinned {
  x: Float64Array;
  ys: Float64Array[];
  paired: boolean; // the values stand in pairs, the extremes of a pixel each
}

// All plots of a page show the same span at mostly one width.
let kept: { time: Column; key: string; buckets: Buckets } | undefined;

/** Rows first..last of several columns, thinned to at most two values a pixel where that is fewer. An empty column stays empty. */
export function thin(time: Column, columns: Column[], first: number, last: number, pixels: number): Thinned {
  const count = Math.max(1, Math.floor(pixels));
  if (last - first + 1 <= 4 * count) {
    // What has no end is a gap, as what is not a number: no axis could hold it.
    const copy = (y: Column): Float64Array => Float64Array.from(y.subarray(first, last + 1), (v) => (Number.isFinite(v) ? v : NaN));
    return { x: copy(time), ys: columns.map(copy), paired: false };
  }
  const key = `${first} ${last} ${count}`;
  if (kept?.time !== time || kept.key !== key) kept = { time, key, buckets: buckets_of(time, first, last, count) };
  const { buckets } = kept;
  return { x: buckets.x, ys: columns.map((y) => (y.length === 0 ? new Float64Array() : pairs(y, buckets))), paired: true };
}
