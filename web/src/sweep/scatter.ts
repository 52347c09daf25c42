// SPDX-License-Identifier: Apache-2.0
// Each number against each other: a point for each run. The run under the pointer stands out in all.

import { colour } from '../page/theme';
import { short } from '../page/number';
import { along, type Box, type Chart, frame, make_chart, up, watch_pointer } from './chart';
import type { Axis, Sweep } from './data';

export interface Choice {
  at: number | undefined; // the place of a run among those that are drawn
  set: (at: number | undefined) => void;
}

/** The run whose point is nearest, within 20 pixels. */
function nearest_point(count: number, x: Axis, y: Axis, box: Box, px: number, py: number): number | undefined {
  let best: number | undefined;
  let near = 400;
  for (let k = 0; k < count; ++k) {
    const [a, b] = [x.values[k], y.values[k]];
    if (a === null || a === undefined || b === null || b === undefined) continue;
    const far = (along(box, x.low, x.high, a) - px) ** 2 + (up(box, y.low, y.high, b) - py) ** 2;
    if (far < near) [best, near] = [k, far];
  }
  return best;
}

/** Rows and columns of a matrix of charts; every cell below the diagonal. */
export function make_scatter(sweep: Sweep, axes: Axis[], choice: Choice): Chart {
  const count = axes.length - 1;
  const cells = (width: number): { column: number; row: number; box: Box }[] => {
    const left = 64;
    const size = (width - left - 8) / count;
    const made: { column: number; row: number; box: Box }[] = [];
    for (let row = 1; row <= count; ++row) {
      for (let column = 0; column < row; ++column) {
        made.push({ column, row, box: { left: left + column * size + 3, top: 6 + (row - 1) * size, width: size - 8, height: size - 8 } });
      }
    }
    return made;
  };
  const dot = (pen: CanvasRenderingContext2D, cell: { column: number; row: number; box: Box }, k: number, size: number): void => {
    const [x, y] = [axes[cell.column]!, axes[cell.row]!];
    const [a, b] = [x.values[k], y.values[k]];
    if (a === null || a === undefined || b === null || b === undefined) return;
    pen.fillRect(along(cell.box, x.low, x.high, a) - size / 2, up(cell.box, y.low, y.high, b) - size / 2, size, size);
  };
  const chart = make_chart(
    `Scatter plots of ${axes.map((one) => one.name).join(', ')}`,
    (width) => width - 64 + 44,
    (pen, width) => {
      for (const cell of cells(width)) {
        const [x, y] = [axes[cell.column]!, axes[cell.row]!];
        frame(pen, cell.box, cell.row === count ? [x.low, x.high] : undefined, cell.column === 0 ? [y.low, y.high] : undefined);
        pen.globalAlpha = sweep.runs.length > 1000 ? 0.35 : 0.7;
        pen.fillStyle = colour('trace');
        for (let k = 0; k < sweep.runs.length; ++k) dot(pen, cell, k, 3);
        pen.globalAlpha = 1;
        pen.fillStyle = colour('curve-1');
        if (choice.at !== undefined) dot(pen, cell, choice.at, 9);
        pen.fillStyle = colour('ink');
        pen.textAlign = 'center';
        pen.textBaseline = 'alphabetic';
        if (cell.row === count) pen.fillText(x.name, cell.box.left + cell.box.width / 2, cell.box.top + cell.box.height + 34);
        if (cell.column === 0) {
          pen.save();
          pen.translate(12, cell.box.top + cell.box.height / 2);
          pen.rotate(-Math.PI / 2);
          pen.fillText(y.name, 0, 0);
          pen.restore();
        }
      }
    },
  );
  watch_pointer(
    chart.canvas,
    (px, py) => {
      const cell = cells(chart.figure.clientWidth).find(({ box }) => px >= box.left && px <= box.left + box.width && py >= box.top && py <= box.top + box.height);
      if (!cell) return choice.set(undefined);
      choice.set(nearest_point(sweep.runs.length, axes[cell.column]!, axes[cell.row]!, cell.box, px, py));
    },
    () => choice.set(undefined),
  );
  return chart;
}

/** A run in words: what it has, and how to see it. */
export function run_words(sweep: Sweep, axes: Axis[], k: number): string {
  const numbers = axes.map((one) => `${one.name} ${one.values[k] === null ? '–' : short(one.values[k] ?? NaN, 5)}`).join(', ');
  return `Run ${sweep.runs[k]}: ${numbers}. To see it: zwang run ${sweep.model} --sample ${sweep.runs[k]}`;
}
