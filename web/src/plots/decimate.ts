// SPDX-License-Identifier: Apache-2.0
// Long columns on a narrow screen: for every pixel the least and the greatest value, in their order.
// No extreme is lost, and the cost of drawing no longer depends on the number of samples.

import type { Column } from '../data/columns';

/** Rows first..last (inclusive) of a track that fall into [low, high], with one row more on either side. */
export function visible_rows(time: Column, first: number, last: number, low: number, high: number): [number, number] {
  const search = (t: number): number => {
    let a = first;
    let b = last;
    while (a < b) {
      const middle = (a + b) >> 1;
      if (time[middle]! < t) a = middle + 1;
      else b = middle;
    }
    return a;
  };
  return [Math.max(first, search(low) - 1), Math.min(last, search(high) + 1)];
}

/** The first row of every bucket, and the end: `buckets` equal pieces of time. Empty ones have equal borders. */
export function bucket_rows(time: Column, first: number, last: number, buckets: number): Int32Array {
  const low = time[first]!;
  const width = (time[last]! - low) / buckets;
  const borders = new Int32Array(buckets + 1);
  let row = first;
  for (let k = 0; k < buckets; ++k) {
    borders[k] = row;
    const edge = low + (k + 1) * width;
    while (row <= last && time[row]! < edge) ++row;
  }
  borders[buckets] = last + 1;
  return borders;
}

/** Two rows a bucket: that of the smallest and that of the largest value, the earlier first. */
export function extremes(y: Column, borders: Int32Array, into: Float64Array): void {
  for (let k = 0; k + 1 < borders.length; ++k) {
    const start = borders[k]!;
    const end = borders[k + 1]!;
    let low = start;
    let high = start;
    for (let row = start + 1; row < end; ++row) {
      if (y[row]! < y[low]!) low = row;
      if (y[row]! > y[high]!) high = row;
    }
    const empty = start >= end;
    into[2 * k] = empty ? NaN : y[Math.min(low, high)]!;
    into[2 * k + 1] = empty ? NaN : y[Math.max(low, high)]!;
  }
}

export interface Thinned {
  x: Float64Array;
  ys: Float64Array[];
}

/** Rows first..last of several columns, thinned to at most two values a pixel where that is fewer. */
export function thin(time: Column, columns: Column[], first: number, last: number, pixels: number): Thinned {
  const count = last - first + 1;
  const buckets = Math.max(1, Math.floor(pixels));
  if (count <= 4 * buckets) {
    const copy = (y: Column): Float64Array => Float64Array.from(y.subarray(first, last + 1));
    return { x: copy(time), ys: columns.map(copy) };
  }
  const borders = bucket_rows(time, first, last, buckets);
  const low = time[first]!;
  const width = (time[last]! - low) / buckets;
  const x = Float64Array.from({ length: 2 * buckets }, (_, i) => low + (0.25 + 0.5 * i) * width);
  const ys = columns.map((y) => {
    const made = new Float64Array(2 * buckets);
    extremes(y, borders, made);
    return made;
  });
  return { x, ys };
}
