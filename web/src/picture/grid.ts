// SPDX-License-Identifier: Apache-2.0
// The faint grid behind a planar picture, with the numbers of its lines.

import type { Vector } from '../data/scene';
import { nice_step, tick_label } from '../page/number';
import { type Camera, dot } from './camera';
import { font, letter_scale } from './letters';
import type { Pen } from './pen';

const most = 200; // lines each way
const edge = 18; // pixels below and left, where the numbers stand

interface Line {
  at: number;
  spot: number; // pixels from the left or from above
}

export function draw_grid(pen: Pen, camera: Camera, line: string, ink: string, paper: string, names: [string, string]): void {
  const { right, up } = camera.axes();
  const { draw, width, height } = pen;
  const step = nice_step((2 * camera.half * 90) / height, 1); // a line about every 90 pixels
  const place = (a: number, b: number): Vector => [0, 1, 2].map((k) => a * right[k]! + b * up[k]!) as Vector;
  const lines_of = (level: boolean): Line[] => {
    const span = level ? camera.half : (camera.half * width) / height;
    const middle = dot(camera.target, level ? up : right);
    const first = Math.ceil((middle - span) / step);
    const made: Line[] = [];
    // Counted from 0: one more than a number above 2^53 is that number.
    for (let n = 0; n < most && (first + n) * step <= middle + span; ++n) {
      const at = (first + n) * step;
      made.push({ at, spot: pen.flat(level ? place(0, at) : place(at, 0))[level ? 1 : 0] });
    }
    return made;
  };
  const [upright, level] = [lines_of(false), lines_of(true)];
  draw.lineWidth = 1;
  draw.strokeStyle = line;
  draw.beginPath();
  for (const { spot } of upright) pen.rule(Math.round(spot) + 0.5, 0, Math.round(spot) + 0.5, height);
  for (const { spot } of level) pen.rule(0, Math.round(spot) + 0.5, width, Math.round(spot) + 0.5);
  draw.stroke();
  // Numbers after all lines, on paper of their own, so that no line strikes through a minus sign.
  const scale = letter_scale(height);
  draw.font = font(11, scale);
  for (const { at, spot } of upright) if (spot > 30 && spot < width - 44 * scale) pen.note(tick_label(at, step), spot, height - 9 * scale, 'center', ink, paper);
  for (const { at, spot } of level) if (spot > 30 && spot < height - edge * scale - 8) pen.note(tick_label(at, step), 5, spot, 'left', ink, paper);
  draw.font = font(12, scale, '600');
  pen.note(names[0], width - 8, height - 9 * scale, 'right', ink, paper);
  pen.note(names[1], 6, 11 * scale, 'left', ink, paper);
}
