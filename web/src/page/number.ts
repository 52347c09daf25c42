// SPDX-License-Identifier: Apache-2.0
// Numbers for people: short, and the same width for the same kind.

/** At most `digits` significant digits, with a power of ten only where it shortens. */
export function short(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) return x.toExponential(Math.max(0, digits - 1)).replace(/\.?0+e/, 'e').replace('e+', 'e').replaceAll('-', '−');
  return String(Number(x.toPrecision(digits))).replace('-', '−');
}

/** A step of 1, 2 or 5 times a power of ten, so that about `count` of them fill the span. */
export function nice_step(span: number, count: number): number {
  const raw = span / Math.max(1, count);
  if (!(raw > 0) || !Number.isFinite(raw)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

/** The multiples of the step within the range. */
export function ticks(low: number, high: number, count: number): number[] {
  const step = nice_step(high - low, count);
  const made: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && made.length < 200; ++k) made.push(k * step);
  return made;
}

/** The decimals that a step needs: one for 0.5, two for 0.25. */
function decimals_of(step: number): number {
  const least = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const scaled = step * 10 ** least;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled ? least : least + 1;
}

/** A tick's label: as many digits as its step needs, and no more. */
export function tick_label(x: number, step: number): string {
  if (Math.abs(x) < 1e-9 * step) return '0';
  const decimals = decimals_of(step);
  if (Math.abs(x) < 1e5 && decimals <= 3) return x.toFixed(decimals).replace('-', '−');
  const lead = Math.floor(Math.log10(Math.abs(x)) + 1e-9);
  const digits = Math.min(12, Math.max(0, lead + decimals));
  if (Math.abs(x) >= 1e-3 && Math.abs(x) < 1e5) return x.toFixed(decimals).replace('-', '−');
  return x.toExponential(digits).replace('e+', 'e').replaceAll('-', '−');
}

/** The labels of ticks. Where they differ only in late digits those are written, and what they share once, as `base`. */
export function tick_labels(ticks: number[]): { labels: string[]; base: string } {
  const step = ticks.length > 1 ? Math.abs(ticks[1]! - ticks[0]!) : 1;
  const largest = Math.max(0, ...ticks.map(Math.abs));
  if (!(step < 1e-5 * largest)) return { labels: ticks.map((x) => tick_label(x, step)), base: '' };
  const base = ticks[Math.floor(ticks.length / 2)]!;
  const digits = Math.min(15, Math.ceil(Math.log10(largest / step)) + 1);
  return { labels: ticks.map((x) => short(Number((x - base).toPrecision(3)), 3)), base: short(base, digits) };
}

/** Powers of ten between two positive numbers, seven at the most. */
export function decades(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-6);
  const last = Math.floor(Math.log10(high) + 1e-6);
  const step = Math.max(1, Math.ceil((last - first) / 6));
  const made: number[] = [];
  for (let k = first; k <= last; k += step) made.push(Number(`1e${k}`));
  return made;
}
