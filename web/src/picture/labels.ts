// SPDX-License-Identifier: Apache-2.0
// The names of points, bodies and forces, on a sheet above the picture: each beside what it names, where it covers least; where there is
// no room it is left out. And the axes, in a corner.

import { colour } from '../page/theme';
import type { Axes } from './camera';
import { font, letter_scale } from './letters';
import type { Stroke } from './obstacles';
import type { Flat } from './outline';
import { write_label } from './pen';

export interface Label {
  text: string;
  spot: Flat;
  ink: string;
  clear?: number; // pixels about the spot that the thing itself takes
}

/** A line of text from x on, about the height y. */
interface Room {
  x: number;
  y: number;
  wide: number;
  high: number;
}

const line_high = 13; // pixels of a line of letters of the usual size
const directions: Flat[] = [[1, -1], [-1, -1], [1, 1], [-1, 1], [0, -1], [0, 1], [1, 0], [-1, 0]];
const distances = [8, 17, 28];

function overlap(a: Room, b: Room): boolean {
  return Math.abs(a.y - b.y) < a.high && a.x < b.x + b.wide + 3 && b.x < a.x + a.wide + 3;
}

/** Whether a stroke goes through the room, looked at in steps. */
function is_crossed({ x, y, wide, high }: Room, { from, to, half }: Stroke): boolean {
  const steps = Math.min(40, 1 + Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 10));
  for (let i = 0; i <= steps; ++i) {
    const [px, py] = [from[0] + (i / steps) * (to[0] - from[0]), from[1] + (i / steps) * (to[1] - from[1])];
    const dx = Math.max(x - px, 0, px - x - wide);
    const dy = Math.max(y - 0.5 * high - py, 0, py - y - 0.5 * high);
    if (Math.hypot(dx, dy) <= half + 1) return true;
  }
  return false;
}

export class Labels {
  readonly canvas = document.createElement('canvas');
  private readonly draw = this.canvas.getContext('2d')!;
  private readonly chosen = new Map<string, number>(); // of each name the side it stands on: it should not jump about
  private empty = true;
  private width = 1;
  private height = 1;
  private scale = 1; // of letters

  constructor() {
    this.canvas.className = 'labels';
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.draw.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.width = width;
    this.height = height;
    this.scale = letter_scale(height);
  }

  /** axes: of a picture in space; a planar one has its own. */
  set(labels: Label[], strokes: Stroke[], axes: Axes | undefined): void {
    if (labels.length === 0 && !axes && this.empty) return;
    this.empty = labels.length === 0 && !axes;
    this.draw.clearRect(0, 0, this.width, this.height);
    this.put(this.draw, labels, strokes);
    if (axes) this.drawAxes(axes, colour('stage'));
  }

  /** Writes the names with any pen. */
  put(draw: CanvasRenderingContext2D, labels: Label[], strokes: Stroke[]): void {
    const paper = colour('stage');
    const taken: Room[] = [];
    this.draw.font = font(12, this.scale);
    for (const { text, spot, ink, clear = 0 } of labels) {
      if (!text || !this.inside(spot)) continue;
      const room = this.find(text, spot, clear, taken, strokes);
      if (!room) continue;
      taken.push(room);
      write_label(draw, text, [room.x, room.y], ink, paper, this.scale);
    }
  }

  /** The side and the distance at which a name covers the least; where it stood before counts for something. */
  private find(text: string, [x, y]: Flat, clear: number, taken: Room[], strokes: Stroke[]): Room | undefined {
    const wide = this.draw.measureText(text).width;
    let best: { room: Room; cost: number; at: number } | undefined;
    for (const [k, far] of distances.entries())
      for (const [i, [right, down]] of directions.entries()) {
        const at = k * directions.length + i;
        const out = far * this.scale + clear * (right !== 0 && down !== 0 ? Math.SQRT1_2 : 1);
        const left = right > 0 ? x + out : right < 0 ? x - out - wide : x - 0.5 * wide;
        const room = {
          x: Math.max(4, Math.min(left, this.width - wide - 4)),
          y: Math.max(9 * this.scale, Math.min(y + (out + 2) * down, this.height - 9 * this.scale)),
          wide,
          high: line_high * this.scale,
        };
        if (taken.some((other) => overlap(room, other))) continue;
        const crossed = strokes.filter((stroke) => is_crossed(room, stroke)).length;
        const cost = crossed + 0.3 * k + 0.05 * i - (this.chosen.get(text) === at ? 0.8 : 0);
        if (!best || cost < best.cost) best = { room, cost, at };
      }
    if (best) this.chosen.set(text, best.at);
    return best?.room;
  }

  /** x, y and z as they lie, in the lower left corner. */
  private drawAxes({ right, up, toward }: Axes, paper: string): void {
    const [x0, y0, length] = [44 * this.scale, this.height - 44 * this.scale, 26 * this.scale];
    const order = [0, 1, 2].sort((a, b) => toward[a]! - toward[b]!); // what points at the reader last
    for (const k of order) {
      const [x, y] = [x0 + length * right[k]!, y0 - length * up[k]!];
      this.draw.beginPath();
      this.draw.moveTo(x0, y0);
      this.draw.lineTo(x, y);
      this.draw.strokeStyle = colour(`axis-${k}`);
      this.draw.lineWidth = 2;
      this.draw.stroke();
      const word = 'xyz'[k]!;
      write_label(this.draw, word, [x0 + (length + 9 * this.scale) * right[k]! - 3 * this.scale, y0 - (length + 9 * this.scale) * up[k]!], colour(`axis-${k}`), paper, this.scale);
    }
  }

  private inside([x, y]: Flat): boolean {
    return x > -5 && y > -5 && x < this.width + 5 && y < this.height + 5;
  }
}
