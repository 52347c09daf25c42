// SPDX-License-Identifier: Apache-2.0
// A long curve on a flat canvas, kept from frame to frame: as time goes on only the new piece is drawn.

import type { Flat } from './outline';

const piece = 64; // vertices stroked at once: one long path that crosses itself costs far more than its pieces

export interface Stroke {
  colour: string;
  width: number;
  dash: number[];
}

/** Strokes vertices from..to (exclusive). */
function stroke_vertices(draw: CanvasRenderingContext2D, at: (i: number) => Flat, from: number, to: number, stroke: Stroke): void {
  draw.strokeStyle = stroke.colour;
  draw.lineWidth = stroke.width;
  draw.lineJoin = 'round';
  draw.setLineDash(stroke.dash);
  // Dashes would begin anew with every piece.
  const length = stroke.dash.length > 0 ? 8 * piece : piece;
  for (let start = from; start + 1 < to; start += length) {
    draw.beginPath();
    for (let i = start; i <= Math.min(start + length, to - 1); ++i) draw.lineTo(...at(i));
    draw.stroke();
  }
  draw.setLineDash([]);
}

export interface Curve {
  at: (i: number) => Flat;
  count: number; // vertices to draw
  stroke: Stroke;
}

/** One sheet for all curves that are drawn together. */
export class Ribbon {
  private readonly canvas = document.createElement('canvas');
  private readonly draw = this.canvas.getContext('2d')!;
  private key = '';
  private done: number[] = [];

  /** Puts the curves onto `target`. `key` names all that decides where they lie. */
  put(target: CanvasRenderingContext2D, key: string, curves: Curve[]): void {
    // A drawing of lines has no pixels to keep.
    if ('svg' in target) {
      for (const { at, count, stroke } of curves) stroke_vertices(target, at, 0, count, stroke);
      return;
    }
    const { width, height } = target.canvas;
    const whole = [key, width, height, ...curves.map(({ stroke }) => stroke.colour)].join(' ');
    if (whole !== this.key || curves.some(({ count }, i) => count < (this.done[i] ?? 0))) {
      this.canvas.width = width; // which also clears it
      this.canvas.height = height;
      this.draw.setTransform(target.getTransform());
      this.key = whole;
      this.done = [];
    }
    curves.forEach(({ at, count, stroke }, i) => {
      const done = this.done[i] ?? 0;
      if (count > done) stroke_vertices(this.draw, at, Math.max(0, done - 1), count, stroke);
      this.done[i] = count;
    });
    target.save();
    target.resetTransform();
    target.drawImage(this.canvas, 0, 0);
    target.restore();
  }
}
