// SPDX-License-Identifier: Apache-2.0
// One run through the rows of the columns: the whole motion, or one extremal. Says what a column is at a time.

import type { Column, Columns } from './columns';
import type { Entry } from './scene';

/** Where a time falls: between row and row + 1, at fraction s of the way. */
export interface Moment {
  t: number;
  row: number;
  s: number;
  h: number; // the time between the two rows
}

export class Track {
  readonly time: Column;
  readonly last: number;
  private readonly known = new Map<number, Column | undefined>();

  constructor(
    readonly columns: Columns,
    readonly name: string,
    readonly from: number,
    readonly count: number,
    timeColumn: number,
  ) {
    this.time = columns.get(timeColumn);
    this.last = from + count - 1;
  }

  get start(): number {
    return this.time[this.from] ?? 0;
  }

  get end(): number {
    return this.time[this.last] ?? 0;
  }

  /** The moment at time t, held within the track. Of two rows with one time the later counts. */
  moment(t: number): Moment {
    let low = this.from;
    let high = this.last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time[middle]! <= t) low = middle;
      else high = middle;
    }
    if (this.count > 1 && t >= this.end) low = this.last - 1;
    const h = this.count > 1 ? this.time[low + 1]! - this.time[low]! : 0;
    const s = h > 0 ? Math.min(1, Math.max(0, (t - this.time[low]!) / h)) : 0;
    return { t, row: low, s, h };
  }

  /** A column between its rows: by the cubic through values and rates where the rates are there, else straight. */
  value(column: number, at: Moment): number {
    const y = this.columns.get(column);
    const a = y[at.row] ?? 0;
    if (at.s === 0) return a;
    const b = y[at.row + 1]!;
    if (at.s === 1) return b;
    const s = at.s;
    const rates = this.rates(column);
    if (!rates) return a + s * (b - a);
    const da = at.h * rates[at.row]!;
    const db = at.h * rates[at.row + 1]!;
    if (!Number.isFinite(da + db)) return a + s * (b - a); // at the end of a mechanism's reach there is no rate
    const u = 1 - s;
    return u * u * ((1 + 2 * s) * a + s * da) + s * s * ((1 + 2 * u) * b - u * db);
  }

  entry(entry: Entry | undefined, at: Moment): number {
    if (entry === null || entry === undefined) return 0;
    return typeof entry === 'number' ? this.value(entry, at) : entry.value;
  }

  /** Whether a column is smooth between its rows. */
  smooth(column: number): boolean {
    return this.rates(column) !== undefined;
  }

  /** Looked up once: a picture of a thousand bodies asks for thousands a frame. */
  private rates(column: number): Column | undefined {
    if (this.known.has(column)) return this.known.get(column);
    const head = this.columns.heads[column]!;
    const rate = head.group === 'coordinate' || head.group === 'rate' ? this.columns.find(head.name + "'") : undefined;
    const found = rate !== undefined ? this.columns.get(rate) : head.group === 'drawing' ? slopes(this.time, this.columns.get(column)) : undefined;
    this.known.set(column, found);
    return found;
  }
}

/** Rates of a column that has none recorded: of the parabola through a row and its two neighbours. Where the time stands still or
 *  begins anew (an event, another track) nothing is taken from beyond. */
export function slopes(time: Column, y: Column): Float64Array {
  const last = y.length - 1;
  const between = (i: number): number | undefined => {
    const h = i >= 0 && i < last ? time[i + 1]! - time[i]! : 0;
    return h > 0 ? (y[i + 1]! - y[i]!) / h : undefined;
  };
  return Float64Array.from(y, (_, i) => {
    const [before, after] = [between(i - 1), between(i)];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    const [h, k] = [time[i]! - time[i - 1]!, time[i + 1]! - time[i]!];
    return (k * before + h * after) / (h + k);
  });
}
