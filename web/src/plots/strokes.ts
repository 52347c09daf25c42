// SPDX-License-Identifier: Apache-2.0
// How a curve is laid onto its chart: as a line, or, where it goes up and down within a pixel, as the band that it covers.
// Stroking a long zigzag costs a hundred times what filling its outline does, and shows the same.

import uPlot from 'uplot';

export const line_width = 1.75; // CSS pixels

type Values = ArrayLike<number | null | undefined>;

/** A curve is a band if it covers more than this many times the chart's width on its ways up and down; fewer leave room for dashes. */
const busy = 4;

function travel(plot: uPlot, y: Values): number {
  const { min = 0, max = 1 } = plot.scales.y!;
  const level = plot.scales.y!.distr === 3 ? Math.log : (x: number): number => x;
  let sum = 0;
  for (let i = 0; i + 1 < y.length; i += 2) {
    const [a, b] = [y[i], y[i + 1]];
    if (a !== null && a !== undefined && b !== null && b !== undefined) sum += Math.abs(level(b) - level(a));
  }
  return (sum / (level(max) - level(min) || 1)) * plot.bbox.height;
}

function line(plot: uPlot, x: ArrayLike<number>, y: Values): Path2D {
  const path = new Path2D();
  let drawn = false;
  for (let i = 0; i < x.length; ++i) {
    const value = y[i];
    if (value === null || value === undefined) {
      drawn = false;
      continue;
    }
    const [px, py] = [plot.valToPos(x[i]!, 'x', true), plot.valToPos(value, 'y', true)];
    if (drawn) path.lineTo(px, py);
    else path.moveTo(px, py);
    drawn = true;
  }
  return path;
}

/** Along the tops of the pairs and back along their bottoms, a piece for each stretch without a gap. */
function band(plot: uPlot, x: ArrayLike<number>, y: Values): Path2D {
  const path = new Path2D();
  const half = 0.5 * line_width * uPlot.pxRatio;
  let tops: [number, number][] = [];
  let bottoms: [number, number][] = [];
  const close = (): void => {
    [...tops, ...bottoms.reverse()].forEach(([px, py], i) => (i === 0 ? path.moveTo(px, py) : path.lineTo(px, py)));
    if (tops.length > 0) path.closePath();
    tops = [];
    bottoms = [];
  };
  for (let i = 0; i + 1 < x.length; i += 2) {
    const [a, b] = [y[i], y[i + 1]];
    if (a === null || a === undefined || b === null || b === undefined) {
      close();
      continue;
    }
    const px = plot.valToPos(0.5 * (x[i]! + x[i + 1]!), 'x', true);
    tops.push([px, plot.valToPos(Math.max(a, b), 'y', true) - half]);
    bottoms.push([px, plot.valToPos(Math.min(a, b), 'y', true) + half]);
  }
  close();
  return path;
}

/** paired: the values are the extremes of a pixel each, two by two. */
export function stroke_or_band(paired: () => boolean): uPlot.Series.PathBuilder {
  return (plot, i) => {
    const x = plot.data[0];
    const y = plot.data[i]!;
    const none = { stroke: null, fill: null, clip: null, band: null, flags: 0 };
    if (paired() && travel(plot, y) > busy * plot.bbox.width) return { ...none, fill: band(plot, x, y) };
    return { ...none, stroke: line(plot, x, y) };
  };
}
