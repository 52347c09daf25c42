// SPDX-License-Identifier: Apache-2.0
// One chart over time, drawn by uPlot: thinned to the screen, linked to the clock and to the other charts.

import uPlot from 'uplot';
import type { Column } from '../data/columns';
import type { Show } from '../data/show';
import { decades, tick_label } from '../page/number';
import { colour, curve_look } from '../page/theme';
import { thin, type Thinned, visible_rows } from './decimate';
import type { PlotPlan } from './groups';
import { watch_scrubbing } from './scrub';
import type { Zoom } from './zoom';

/** Room around the least and greatest value; a constant gets room too. */
export function linear_range(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const span = high - low;
  const pad = span > 1e-13 * Math.max(Math.abs(low), Math.abs(high)) ? 0.08 * span : 0.1 * Math.abs(high) || 1;
  return [low - pad, high + pad];
}

/** uPlot's own ticks never end where the numbers are near rounding. */
const by_decades: Pick<uPlot.Axis, 'splits' | 'filter'> = {
  splits: (_plot, _axis, low, high) => decades(low, high),
  filter: (_plot, splits) => splits,
};

export class Chart {
  readonly shown: boolean[];
  log: boolean;
  thinned: Thinned = { x: new Float64Array(), ys: [] };
  private plot: uPlot | undefined;
  private readonly now = document.createElement('div');
  private readonly sizes = new Map<number, Float64Array>();

  constructor(
    readonly place: HTMLElement,
    readonly plan: PlotPlan,
    private readonly show: Show,
    private readonly zoom: Zoom,
  ) {
    this.log = plan.log;
    this.shown = plan.series.map((_, i) => i < 8);
    this.now.className = 'now';
  }

  /** Draws the chart, or draws it anew in other colours, another size or another scale. */
  make(): void {
    this.plot?.destroy();
    const width = Math.max(120, this.place.clientWidth);
    this.plot = new uPlot(this.options(width), this.data(width), this.place);
    this.plot.over.append(this.now);
    watch_scrubbing(this.plot, this.show.clock, this.zoom);
  }

  /** After a zoom, or the choice of another extremal. */
  refill(): void {
    if (!this.plot) return;
    this.plot.setData(this.data(this.plot.width));
  }

  moveNow(): void {
    if (!this.plot) return;
    const x = this.plot.valToPos(this.show.clock.t, 'x');
    this.now.hidden = !(x >= 0 && x <= this.plot.over.clientWidth);
    this.now.style.transform = `translateX(${x}px)`;
  }

  setShown(i: number, on: boolean): void {
    this.shown[i] = on;
    this.refill();
  }

  get canvas(): HTMLCanvasElement | undefined {
    return this.plot?.ctx.canvas;
  }

  get yRange(): [number, number] {
    const { min, max } = this.plot?.scales.y ?? {};
    return [min ?? 0, max ?? 1];
  }

  /** A run of one sample has no span of time, but an axis needs one. */
  private span(): [number, number] {
    const { low, high } = this.zoom;
    return high > low ? [low, high] : [low - 0.5, low + 0.5];
  }

  private values(i: number): Column {
    const plain = this.plan.series[i]!.values();
    if (!this.log) return plain;
    let made = this.sizes.get(i);
    if (!made) this.sizes.set(i, (made = Float64Array.from(plain, (x) => (x === 0 ? NaN : Math.abs(x)))));
    return made;
  }

  private data(width: number): uPlot.AlignedData {
    const { track } = this.show;
    const [first, last] = visible_rows(track.time, track.from, track.last, this.zoom.low, this.zoom.high);
    const columns = this.plan.series.map((_, i) => (this.shown[i] ? this.values(i) : new Float64Array()));
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.thinned = thin(track.time, columns, first, last, width * ratio);
    const empty = (y: Float64Array): (number | null)[] => Array.from(y, (v) => (Number.isNaN(v) ? null : v));
    const ys = this.thinned.ys.map((y) => (y.length === 0 ? new Array<null>(this.thinned.x.length).fill(null) : empty(y)));
    return [this.thinned.x, ...ys] as unknown as uPlot.AlignedData;
  }

  private options(width: number): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: colour('muted'),
      grid: { stroke: colour('grid'), width: 1 },
      ticks: { stroke: colour('grid'), width: 1, size: 4 },
      font: '12px system-ui, sans-serif',
      gap: 4,
    };
    const label = (_: uPlot, splits: number[]): string[] => {
      const step = splits.length > 1 ? Math.abs(splits[1]! - splits[0]!) : 1;
      return splits.map((x) => tick_label(x, step));
    };
    const power = (_: uPlot, splits: number[]): string[] =>
      splits.map((x) => (x !== null && Number.isInteger(Math.round(1e6 * Math.log10(x)) / 1e6) ? x.toExponential(0).replace('e+', 'e').replace('-', '−') : ''));
    const size = (_: uPlot, values: string[] | null): number => 18 + 7 * Math.max(2, ...(values ?? []).map((word) => word.length));
    return {
      width,
      height: 220,
      legend: { show: false },
      hooks: { draw: [() => this.moveNow()] }, // only then does the plot know where its times lie
      cursor: { drag: { x: false, y: false }, points: { show: false }, sync: { key: 'zwang' }, y: false },
      scales: {
        x: { time: false, range: () => this.span() },
        y: this.log
          ? { distr: 3, range: (_, low, high) => (low === null || high === null ? [1e-18, 1] : uPlot.rangeLog(low, high, 10, true)) }
          : { range: (_, low, high) => linear_range(low, high) },
      },
      axes: [{ ...axis, values: label, size: 26 }, { ...axis, size, ...(this.log ? { values: power, ...by_decades } : { values: label }) }],
      series: [{}, ...this.plan.series.map((_, i) => this.series(i))],
    };
  }

  private series(i: number): uPlot.Series {
    const { stroke, dash } = curve_look(i);
    const made: uPlot.Series = { stroke, dash, width: 1.75, points: { show: this.show.track.count < 4 }, spanGaps: false, pxAlign: 0 };
    if (this.plan.steps) made.paths = uPlot.paths.stepped!({ align: 1 });
    return made;
  }
}
