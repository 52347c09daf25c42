// SPDX-License-Identifier: Apache-2.0
// Many runs as the program wrote them: some of their numbers, and what all of them have in common.

export interface Spread {
  name: string;
  count: number;
  mean: number | null;
  deviation: number | null;
  median: number | null;
  least_run: number;
  most_run: number;
  from: number | null;
  to: number | null;
  counts: number[];
}

export interface Sweep {
  model: string;
  total: number;
  varied: string[];
  watched: string[];
  runs: number[]; // their numbers, from 1
  failed: boolean[];
  numbers: (number | null)[][]; // by column, what varies first; null where a run has none
  spreads: Spread[];
}

/** Nothing where the page is of another kind. */
export function read_sweep(text: string): Sweep | undefined {
  const found = (JSON.parse(text) as { sweep?: Omit<Sweep, 'failed'> & { failed: number[] } }).sweep;
  return found && { ...found, failed: found.failed.map((one) => one !== 0) };
}

export interface Axis {
  name: string;
  values: (number | null)[];
  low: number;
  high: number;
}

/** A column with its range; of equal ends a little more, so that there is something to draw on. */
export function axis_of(sweep: Sweep, column: number): Axis {
  const values = sweep.numbers[column]!;
  let low = Infinity;
  let high = -Infinity;
  for (const x of values) {
    if (x === null) continue;
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  if (low > high) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - Math.max(Math.abs(low), 1) * 0.05, high + Math.max(Math.abs(high), 1) * 0.05];
  return { name: [...sweep.varied, ...sweep.watched][column]!, values, low, high };
}

/** How many different values, up to a bound. */
export function distinct(values: (number | null)[], most: number): number[] {
  const seen = new Set<number>();
  for (const x of values) {
    if (x !== null) seen.add(x);
    if (seen.size > most) return [];
  }
  return [...seen].sort((a, b) => a - b);
}
