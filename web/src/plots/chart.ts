// SPDX-License-Identifier: Apache-2.0
// One chart over time, drawn by uPlot: thinned to the screen, linked to the clock and to the other charts.

import uPlot from 'uplot';
import type { Column } from '../data/columns';
import type { Show } from '../data/show';
import { decades, short, tick_labels } from '../page/number';
import { colour, curve_look, theme } from '../page/theme';
import { draw_before, values_before } from './before';
import { thin, type Thinned, visible_rows } from './decimate';
import type { PlotPlan } from './groups';
import { watch_scrubbing } from './scrub';
import { line_width, stroke_or_band } from './strokes';
import type { Zoom } from './zoom';

/** Room around the least and greatest value; a constant gets room too. */
export function linear_range(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const span = high - low;
  // Of a constant the last digits are rounding, and no reader's concern.
  const pad = span > 1e-11 * Math.max(Math.abs(low), Math.abs(high)) ? 0.13 * span : 0.1 * Math.abs(high) || 1;
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
  hovered: number | undefined; // the time under the pointer
  onHover: () => void = () => undefined;
  thinned: Thinned = { x: new Float64Array(), ys: [], paired: false };
  private plot: uPlot | undefined;
  private redrawn = 0; // times, for whoever reads the page by program
  private base = ''; // what the labels of the upward axis leave out
  private timeBase = ''; // and those of the time
  private made = ''; // what the plot was made for
  private readonly now = document.createElement('div');
  private readonly sizes = new Map<number, Column>();

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

  /** Draws what has changed: all of it in other colours, another width or on another axis, else the curves. */
  update(width: number): void {
    const wide = Math.max(120, Math.floor(width));
    const kind = [wide, this.log, theme(), uPlot.pxRatio].join();
    if (this.plot && kind === this.made) this.refill();
    else this.make(wide);
    this.made = kind;
  }

  /** The numbers are others. */
  forget(): void {
    this.sizes.clear();
  }

  setShown(i: number, on: boolean): void {
    this.shown[i] = on;
    this.refill();
  }

  /** The line of the present time: an element of its own, so that no curve is drawn anew for it. */
  moveNow(): void {
    if (!this.plot) return;
    const x = this.plot.valToPos(this.show.clock.t, 'x');
    const hidden = !(x >= 0 && x <= this.plot.bbox.width / uPlot.pxRatio);
    if (this.now.hidden !== hidden) this.now.hidden = hidden;
    this.now.style.transform = `translateX(${x.toFixed(2)}px)`;
  }

  private make(width: number): void {
    this.plot?.destroy();
    this.plot = new uPlot(this.options(width), this.data(width), this.place);
    this.plot.over.append(this.now);
    watch_scrubbing(this.plot, this.show.clock, this.zoom);
  }

  private refill(): void {
    const { plot } = this;
    if (!plot) return;
    const [min, max] = this.span();
    plot.batch(() => {
      plot.setData(this.data(plot.width), false);
      this.shown.forEach((on, i) => plot.series[i + 1]!.show !== on && plot.setSeries(i + 1, { show: on }));
      plot.setScale('x', { min, max });
    });
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
    if (!made) this.sizes.set(i, (made = plain.map((x) => (x === 0 ? NaN : Math.abs(x)))));
    return made;
  }

  private data(width: number): uPlot.AlignedData {
    const { track } = this.show;
    const [first, last] = visible_rows(track.time, track.from, track.last, this.zoom.low, this.zoom.high);
    const columns = this.plan.series.map((_, i) => (this.shown[i] ? this.values(i) : new Float64Array()));
    this.thinned = thin(track.time, columns, first, last, width * Math.min(2, uPlot.pxRatio));
    // A gap is null to uPlot; most columns have none, and go as they are.
    const gaps = (y: Float64Array): ArrayLike<number | null> => (y.some(Number.isNaN) ? Array.from(y, (v) => (Number.isNaN(v) ? null : v)) : y);
    return [this.thinned.x, ...this.thinned.ys.map(gaps)] as unknown as uPlot.AlignedData;
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
      const { labels, base } = tick_labels(splits);
      this.timeBase = base;
      return labels;
    };
    const level = (_: uPlot, splits: number[]): string[] => {
      const { labels, base } = tick_labels(splits);
      this.base = base;
      return labels;
    };
    const power = (_: uPlot, splits: number[]): string[] =>
      splits.map((x) => (x !== null && Number.isInteger(Math.round(1e6 * Math.log10(x)) / 1e6) ? x.toExponential(0).replace('e+', 'e').replace('-', '−') : ''));
    const size = (_: uPlot, values: string[] | null): number => 18 + 7 * Math.max(2, ...(values ?? []).map((word) => word.length));
    return {
      width,
      height: 220,
      legend: { show: false },
      hooks: { drawClear: [(plot) => this.drawBefore(plot)], draw: [(plot) => this.drawn(plot)], setCursor: [(plot) => this.hover(plot)] },
      cursor: { drag: { x: false, y: false }, points: { show: false }, sync: { key: 'zwang' }, y: false },
      scales: {
        x: { time: false, range: () => this.span() },
        y: this.log
          ? { distr: 3, range: (_, low, high) => (low === null || high === null ? [1e-18, 1] : uPlot.rangeLog(low, high, 10, true)) }
          : { range: (_, low, high) => this.range(low, high) },
      },
      axes: [{ ...axis, values: label, size: 26 }, { ...axis, size, ...(this.log ? { values: power, ...by_decades } : { values: level }) }],
      series: [{}, ...this.plan.series.map((_, i) => this.series(i))],
    };
  }

  /** With room for the run that is seen behind this one. */
  private range(low: number | null, high: number | null): [number, number] {
    for (const y of this.plan.series.flatMap((_, i) => (this.shown[i] ? (this.earlier(i) ?? []) : []))) {
      if (low === null || y < low) low = y;
      if (high === null || y > high) high = y;
    }
    return linear_range(low, high);
  }

  /** The least and the greatest of a curve in the run before. */
  private earlier(i: number): [number, number] | undefined {
    const { before } = this.show;
    const y = before && values_before(before.columns, before.scene, this.plan.series[i]!.name);
    if (!y) return undefined;
    let [low, high] = [Infinity, -Infinity];
    for (const x of y) {
      if (x < low) low = x;
      if (x > high) high = x;
    }
    return low <= high ? [low, high] : undefined;
  }

  private drawBefore(plot: uPlot): void {
    const { before } = this.show;
    this.place.dataset.before = before ? 'yes' : 'no';
    if (before && !this.log) draw_before(plot, before, this.plan.series.map(({ name }, i) => (this.shown[i] ? name : undefined)));
  }

  /** Only now does the plot know where its times lie. */
  private drawn(plot: uPlot): void {
    this.redrawn += 1;
    this.place.dataset.redrawn = String(this.redrawn);
    this.moveNow();
    this.markExtremes(plot);
    this.writeBases(plot);
  }

  /** All charts have one pointer: each shows its values there. */
  private hover(plot: uPlot): void {
    const left = plot.cursor.left ?? -1;
    const now = left >= 0 ? plot.posToVal(left, 'x') : undefined;
    if (now === this.hovered) return;
    this.hovered = now;
    this.onHover();
  }

  /** Where a curve is least and greatest in what is shown; of many curves that would be a thicket. */
  private markExtremes(plot: uPlot): void {
    const shown = this.shown.flatMap((on, i) => (on ? [i] : []));
    if (this.log || this.plan.steps || shown.length > 3) return;
    const { ctx, bbox } = plot;
    const ratio = uPlot.pxRatio;
    const { x, ys } = this.thinned;
    ctx.save();
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    const written: [number, number][] = []; // where words are already
    for (const i of shown) {
      const y = ys[i]!;
      let [low, high] = [-1, -1];
      for (let k = 0; k < y.length; ++k) {
        if (!Number.isFinite(y[k])) continue;
        if (low < 0 || y[k]! < y[low]!) low = k;
        if (high < 0 || y[k]! > y[high]!) high = k;
      }
      if (low < 0 || !(y[high]! - y[low]! > 1e-9 * Math.abs(y[high]!))) continue;
      for (const [k, up] of [[low, false], [high, true]] as const) {
        const [px, py] = [plot.valToPos(x[k]!, 'x', true), plot.valToPos(y[k]!, 'y', true)];
        if (px < bbox.left - 1 || px > bbox.left + bbox.width + 1) continue;
        ctx.beginPath();
        ctx.arc(px, py, 3 * ratio, 0, 2 * Math.PI);
        ctx.fillStyle = curve_look(i).stroke;
        ctx.fill();
        // Beside the rest of the curve it may be nothing.
        const text = Math.abs(y[k]!) < 1e-11 * Math.max(Math.abs(y[low]!), Math.abs(y[high]!)) ? '0' : short(y[k]!, 4);
        const half = 0.5 * ctx.measureText(text).width;
        const tx = Math.min(bbox.left + bbox.width - half - 2, Math.max(bbox.left + half + 2, px));
        const ty = py + (up ? -6 : 14) * ratio;
        if (written.some(([wx, wy]) => Math.abs(wx - tx) < 4 * half && Math.abs(wy - ty) < 12 * ratio)) continue;
        written.push([tx, ty]);
        ctx.lineWidth = 3 * ratio;
        ctx.strokeStyle = colour('paper');
        ctx.strokeText(text, tx, ty);
        ctx.fillText(text, tx, ty);
      }
    }
    ctx.restore();
  }

  private writeBases(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const [aside, apart] = [5 * uPlot.pxRatio, 3 * uPlot.pxRatio];
    ctx.save();
    ctx.font = `${11 * uPlot.pxRatio}px system-ui, sans-serif`;
    ctx.fillStyle = colour('muted');
    ctx.textAlign = 'left';
    ctx.textBaseline = 'top';
    if (this.base && !this.log) ctx.fillText(`${this.base} + …`, bbox.left + aside, bbox.top + apart);
    ctx.textAlign = 'right';
    ctx.textBaseline = 'bottom';
    if (this.timeBase) ctx.fillText(`${this.timeBase} + …`, bbox.left + bbox.width - aside, bbox.top + bbox.height - apart);
    ctx.restore();
  }

  private series(i: number): uPlot.Series {
    const { stroke, dash } = curve_look(i);
    const paths = this.plan.steps ? uPlot.paths.stepped!({ align: 1 }) : stroke_or_band(() => this.thinned.paired);
    const fill = this.plan.steps ? {} : { fill: stroke };
    return { stroke, dash, ...fill, width: line_width, show: this.shown[i], points: { show: this.show.track.count < 4 }, pxAlign: 0, paths };
  }
}
