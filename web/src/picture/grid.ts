// SPDX-License-Identifier: Apache-2.0
// The faint grid behind a planar picture, with the numbers of its lines.

import type { Vector } from '../data/scene';
import { nice_step, tick_label } from '../page/number';
import { type Camera, dot } from './camera';
import type { Pen } from './pen';

const most = 200; // lines each way

export function draw_grid(pen: Pen, camera: Camera, line: string, ink: string, names: [string, string]): void {
  const { right, up } = camera.axes();
  const { draw, width, height } = pen;
  const step = nice_step((2 * camera.half * 90) / height, 1); // a line about every 90 pixels
  const spot = (a: number, b: number): Vector => [0, 1, 2].map((k) => a * right[k]! + b * up[k]!) as Vector;
  draw.lineWidth = 1;
  draw.font = '11px system-ui, sans-serif';
  const rule = (along: number, span: number, level: boolean): void => {
    const middle = dot(camera.target, level ? up : right);
    const first = Math.ceil((middle - span) / step);
    // Counted from 0: one more than a number above 2^53 is that number.
    for (let n = 0; n < most && (first + n) * step <= middle + span; ++n) {
      const at = (first + n) * step;
      const [x, y] = pen.flat(level ? spot(0, at) : spot(at, 0));
      draw.strokeStyle = line;
      draw.beginPath();
      const [px, py] = [Math.round(x) + 0.5, Math.round(y) + 0.5];
      draw.moveTo(level ? 0 : px, level ? py : 0);
      draw.lineTo(level ? along : px, level ? py : along);
      draw.stroke();
      draw.fillStyle = ink;
      draw.textAlign = 'left';
      draw.textBaseline = level ? 'bottom' : 'alphabetic';
      const label = tick_label(at, step);
      if (level && y > 32 && y < height - 20) draw.fillText(label, 5, y - 2);
      if (!level && x > 24 && x < width - 30) draw.fillText(label, x + 4, height - 6);
    }
  };
  rule(height, (camera.half * width) / height, false);
  rule(width, camera.half, true);
  draw.font = '600 12px system-ui, sans-serif';
  draw.textBaseline = 'alphabetic';
  draw.textAlign = 'right';
  draw.fillText(names[0], width - 8, height - 6);
  draw.textAlign = 'left';
  draw.fillText(names[1], 6, 14);
}
