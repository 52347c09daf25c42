// SPDX-License-Identifier: Apache-2.0
// Parallel coordinates: an axis for each number, a line for each run, coloured by the last number that is watched.

import { short } from '../page/number';
import { colour } from '../page/theme';
import { type Chart, make_chart, watch_pointer } from './chart';
import type { Axis, Sweep } from './data';
import { shade } from './heat';
import type { Choice } from './scatter';

const [top, tall] = [34, 300];
const height = (axis: Axis, x: number): number => top + tall - ((x - axis.low) / (axis.high - axis.low)) * tall;

/** The run whose line between two axes passes nearest to a height, within 10 pixels. */
function nearest_line(count: number, [left, right]: [Axis, Axis], share: number, py: number): number | undefined {
  let best: number | undefined;
  let near = 10;
  for (let k = 0; k < count; ++k) {
    const [a, b] = [left.values[k], right.values[k]];
    if (a === null || a === undefined || b === null || b === undefined) continue;
    const far = Math.abs(height(left, a) * (1 - share) + height(right, b) * share - py);
    if (far < near) [best, near] = [k, far];
  }
  return best;
}

export function make_parallel(sweep: Sweep, axes: Axis[], choice: Choice): Chart {
  const last = axes[axes.length - 1]!;
  const place = (width: number, k: number): number => 40 + ((width - 80) * k) / Math.max(1, axes.length - 1);
  const line = (pen: CanvasRenderingContext2D, width: number, k: number): void => {
    pen.beginPath();
    let begun = false;
    axes.forEach((axis, i) => {
      const x = axis.values[k];
      if (x === null || x === undefined) return;
      if (begun) pen.lineTo(place(width, i), height(axis, x));
      else pen.moveTo(place(width, i), height(axis, x));
      begun = true;
    });
    pen.stroke();
  };
  const chart = make_chart(`Parallel coordinates of ${axes.map((one) => one.name).join(', ')}`, () => top + tall + 26, (pen, width) => {
    pen.lineWidth = 1;
    pen.globalAlpha = Math.max(0.1, Math.min(0.8, 150 / sweep.runs.length));
    for (let k = 0; k < sweep.runs.length; ++k) {
      const x = last.values[k];
      pen.strokeStyle = x === null || x === undefined ? colour('faint') : shade(0.25 + (0.75 * (x - last.low)) / (last.high - last.low));
      line(pen, width, k);
    }
    pen.globalAlpha = 1;
    if (choice.at !== undefined) {
      pen.strokeStyle = colour('curve-1');
      pen.lineWidth = 2.5;
      line(pen, width, choice.at);
    }
    pen.textAlign = 'center';
    axes.forEach((axis, i) => {
      const x = place(width, i);
      pen.strokeStyle = colour('muted');
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(x, top);
      pen.lineTo(x, top + tall);
      pen.stroke();
      pen.textBaseline = 'alphabetic';
      pen.fillStyle = colour('ink');
      pen.fillText(axis.name, x, 12);
      pen.fillStyle = colour('muted');
      pen.fillText(short(axis.high, 4), x, 27);
      pen.textBaseline = 'top';
      pen.fillText(short(axis.low, 4), x, top + tall + 6);
    });
  });
  watch_pointer(
    chart.canvas,
    (px, py) => {
      const width = chart.figure.clientWidth;
      const at = Math.max(0, Math.min(axes.length - 2, Math.floor(((px - 40) / (width - 80)) * (axes.length - 1))));
      const share = (px - place(width, at)) / (place(width, at + 1) - place(width, at));
      choice.set(nearest_line(sweep.runs.length, [axes[at]!, axes[at + 1]!], share, py));
    },
    () => choice.set(undefined),
  );
  return chart;
}
