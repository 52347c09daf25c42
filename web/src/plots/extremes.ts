// SPDX-License-Identifier: Apache-2.0
// The least and the greatest value within any span of a long column, by few looks: blocks of rows know theirs.

import type { Column } from '../data/columns';

const block = 32; // rows: a span of a thousand then takes sixty looks, and the blocks a quarter of the column's own room

export class Extremes {
  /** The rows of the least and the greatest value that `find` has found, −1 where there is none. */
  low = -1;
  high = -1;
  private least = Infinity;
  private greatest = -Infinity;
  private readonly lows: Int32Array;
  private readonly highs: Int32Array;

  constructor(private readonly y: Column) {
    const count = Math.ceil(y.length / block);
    this.lows = new Int32Array(count);
    this.highs = new Int32Array(count);
    for (let k = 0; k < count; ++k) {
      this.begin();
      this.scan(k * block, Math.min(y.length, (k + 1) * block));
      this.lows[k] = this.low;
      this.highs[k] = this.high;
    }
  }

  /** Rows start to end, without the end. */
  find(start: number, end: number): void {
    this.begin();
    const first = Math.ceil(start / block);
    const last = Math.floor(end / block);
    if (first >= last) {
      this.scan(start, end);
      return;
    }
    this.scan(start, first * block);
    for (let k = first; k < last; ++k) {
      if (this.lows[k]! < 0) continue;
      this.meet(this.lows[k]!);
      this.meet(this.highs[k]!);
    }
    this.scan(last * block, end);
  }

  private begin(): void {
    this.low = this.high = -1;
    this.least = Infinity;
    this.greatest = -Infinity;
  }

  private scan(start: number, end: number): void {
    for (let row = start; row < end; ++row) this.meet(row);
  }

  /** What is not a number, or has no end, is neither. */
  private meet(row: number): void {
    const value = this.y[row]!;
    if (!Number.isFinite(value)) return;
    if (value < this.least) {
      this.least = value;
      this.low = row;
    }
    if (value > this.greatest) {
      this.greatest = value;
      this.high = row;
    }
  }
}
