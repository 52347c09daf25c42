// SPDX-License-Identifier: Apache-2.0
// The picture of a model without places: its first two coordinates (or one over time, or against its rate), with a moving dot.

import type { Show } from '../data/show';
import type { Moment, Track } from '../data/track';
import { nice_step, tick_label, ticks } from '../page/number';
import { colour } from '../page/theme';
import { type Curve, Ribbon, type Stroke } from './ribbon';
import type { Frame, View } from './view';

const margin = { left: 62, right: 24, top: 34, bottom: 44 };
const most = 4000; // vertices: above, a screen shows no difference
const fewest = 1000; // below, a curve shows its corners

/** The columns to lay right and up. One coordinate of a motion goes against its rate, of an extremal over time. */
export function choose_axes(show: Show): [number, number] {
  const { columns } = show;
  const coordinates = columns.inGroup('coordinate');
  const time = columns.inGroup('time')[0] ?? 0;
  const first = coordinates[0] ?? columns.inGroup('observable')[0] ?? 0;
  if (coordinates.length > 1) return [first, coordinates[1]!];
  const rate = columns.find(columns.heads[first]!.name + "'");
  if (show.scene.kind === 'motion' && rate !== undefined) return [first, rate];
  return [time, first];
}

export class Portrait implements View {
  readonly name = 'portrait';
  readonly canvas = document.createElement('canvas');
  private readonly pen: CanvasRenderingContext2D;
  private readonly still = new Ribbon();
  private readonly past = new Ribbon();
  private width = 1;
  private height = 1;
  private range = [0, 1, 0, 1];
  moments: number[] | undefined; // only these are shown: a Poincaré section

  constructor(
    private readonly show: Show,
    public axes: [number, number],
  ) {
    this.pen = this.canvas.getContext('2d')!;
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.width = width;
    this.height = height;
    this.range = this.axes.flatMap((column) => {
      const { min, max } = this.show.columns.heads[column]!;
      const pad = 0.06 * (max - min) || Math.abs(max) || 1;
      return [min - pad, max + pad];
    });
  }

  recolour(): void {
    // Colours are asked for at each drawing.
  }

  drawn(frame: Frame): [number, number][] {
    return [this.dotAt(frame.track, frame.track.moment(this.show.clock.t))];
  }

  /** Nothing has a place here. */
  spot(): [number, number] {
    return [NaN, NaN];
  }

  draw(frame: Pick<Frame, 'track' | 'along'>): void {
    this.pen.fillStyle = colour('stage');
    this.pen.fillRect(0, 0, this.width, this.height);
    this.drawAxes();
    if (this.moments) return this.drawMoments(frame.track, this.moments);
    this.drawBefore();
    const several = !this.show.plays;
    const aside = { colour: colour('faint'), width: 1.5, dash: [5, 4] };
    const chosen = several ? { colour: colour('accent'), width: 2.5, dash: [] } : { colour: colour('trace-future'), width: 1.5, dash: [] };
    const others = this.show.tracks.filter((track) => track !== frame.track);
    const key = `${this.axes.join()} ${this.show.chosen}`;
    const whole = [...others, frame.track].map((track) => this.curve(track, track.count - 1, track === frame.track ? chosen : aside));
    this.still.put(this.pen, key, whole);
    const strong = { colour: colour('trace'), width: 2, dash: [] };
    if (!several) this.past.put(this.pen, key, [this.curve(frame.track, frame.along, strong)]);
    const [x, y] = this.dotAt(frame.track, frame.track.moment(this.show.clock.t));
    this.pen.beginPath();
    this.pen.arc(x, y, 6.5, 0, 2 * Math.PI);
    this.pen.fillStyle = colour('accent');
    this.pen.fill();
    this.pen.strokeStyle = colour('stage');
    this.pen.lineWidth = 2;
    this.pen.stroke();
  }

  /** The state at each of them; those to come are pale. */
  private drawMoments(track: Track, moments: number[]): void {
    for (const t of moments) {
      this.pen.beginPath();
      this.pen.arc(...this.dotAt(track, track.moment(t)), 3, 0, 2 * Math.PI);
      this.pen.fillStyle = colour(t <= this.show.clock.t ? 'accent' : 'faint');
      this.pen.fill();
    }
  }

  /** The run that this one is compared with, where it has the same columns. */
  private drawBefore(): void {
    const { before, columns } = this.show;
    const [x, y] = this.axes.map((i) => before?.columns.find(columns.heads[i]!.name));
    if (!before || x === undefined || y === undefined) return;
    const [xs, ys] = [before.columns.get(x), before.columns.get(y)];
    const { track } = before;
    this.pen.save();
    this.pen.strokeStyle = colour('faint');
    this.pen.setLineDash([5, 4]);
    this.pen.lineWidth = 1.5;
    this.pen.beginPath();
    for (let row = track.from; row <= track.last; ++row) this.pen.lineTo(...this.place(xs[row]!, ys[row]!));
    this.pen.stroke();
    this.pen.restore();
  }

  private place(x: number, y: number): [number, number] {
    const [x0, x1, y0, y1] = this.range as [number, number, number, number];
    return [
      margin.left + ((x - x0) / (x1 - x0)) * (this.width - margin.left - margin.right),
      this.height - margin.bottom - ((y - y0) / (y1 - y0)) * (this.height - margin.top - margin.bottom),
    ];
  }

  private dotAt(track: Track, at: Moment): [number, number] {
    return this.place(track.value(this.axes[0], at), track.value(this.axes[1], at));
  }

  /** Few samples are filled in, by the cubics between them; of many some are left out. */
  private curve(track: Track, along: number, stroke: Stroke): Curve {
    const each = Math.max(1, Math.ceil(fewest / track.count));
    const stride = Math.max(1, Math.ceil(track.count / most)) / each;
    const at = (i: number): [number, number] => {
      const row = Math.min(track.count - 1, i * stride);
      const first = Math.min(Math.floor(row), Math.max(0, track.count - 2));
      const from = track.from + first;
      const h = track.count > 1 ? track.time[from + 1]! - track.time[from]! : 0;
      const moment = { t: 0, row: from, s: row - first, h };
      return this.place(track.value(this.axes[0], moment), track.value(this.axes[1], moment));
    };
    return { at, count: Math.floor(along / stride) + 1, stroke };
  }

  private drawAxes(): void {
    const [x0, x1, y0, y1] = this.range as [number, number, number, number];
    const { pen } = this;
    pen.font = '12px system-ui, sans-serif';
    pen.lineWidth = 1;
    const line = (from: [number, number], to: [number, number]): void => {
      pen.strokeStyle = colour('grid');
      pen.beginPath();
      pen.moveTo(...from);
      pen.lineTo(...to);
      pen.stroke();
    };
    pen.fillStyle = colour('muted');
    const across = Math.max(2, this.width / 110);
    for (const x of ticks(x0, x1, across)) {
      line(this.place(x, y0), this.place(x, y1));
      pen.textAlign = 'center';
      pen.textBaseline = 'top';
      pen.fillText(tick_label(x, nice_step(x1 - x0, across)), this.place(x, y0)[0], this.height - margin.bottom + 6);
    }
    const rising = Math.max(2, this.height / 70);
    for (const y of ticks(y0, y1, rising)) {
      line(this.place(x0, y), this.place(x1, y));
      pen.textAlign = 'right';
      pen.textBaseline = 'middle';
      pen.fillText(tick_label(y, nice_step(y1 - y0, rising)), margin.left - 8, this.place(x0, y)[1]);
    }
    this.drawNames();
  }

  private drawNames(): void {
    const { pen } = this;
    const [right, up] = this.axes.map((column) => this.show.columns.heads[column]!.name) as [string, string];
    pen.fillStyle = colour('ink');
    pen.font = '600 13px system-ui, sans-serif';
    pen.textBaseline = 'bottom';
    pen.textAlign = 'right';
    pen.fillText(right, this.width - margin.right, this.height - 4);
    pen.textAlign = 'left';
    pen.textBaseline = 'top';
    pen.fillText(up, 10, 4);
  }
}
