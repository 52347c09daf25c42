// SPDX-License-Identifier: Apache-2.0
// The run before, behind the curves of this one: as pale as it is past.

import uPlot from 'uplot';
import type { Column, Columns } from '../data/columns';
import type { Scene } from '../data/scene';
import type { Track } from '../data/track';
import { shown_values } from '../data/units';
import { curve_look } from '../page/theme';

const most = 4000; // points of a curve

const sizes = new WeakMap<Columns, Map<string, Column>>();

/** The numbers of a curve in that run: of a column, or of the magnitude |name| of a vector whose components are columns. */
export function values_before(columns: Columns, scene: Scene, name: string): Column | undefined {
  const own = columns.find(name);
  if (own !== undefined) return shown_values(columns, scene, own);
  const vector = /^\|(.+)\|$/.exec(name)?.[1];
  const parts = vector === undefined ? [] : ['x', 'y', 'z'].flatMap((axis) => columns.find(`${vector}.${axis}`) ?? []);
  if (parts.length === 0) return undefined;
  let known = sizes.get(columns);
  if (!known) sizes.set(columns, (known = new Map()));
  let made = known.get(name);
  const numbers = parts.map((i) => shown_values(columns, scene, i));
  if (!made) known.set(name, (made = Float64Array.from(numbers[0]!, (_, row) => Math.hypot(...numbers.map((part) => part[row]!)))));
  return made;
}

/** `names` of the curves, in their order; those that are not seen have none. */
export function draw_before(plot: uPlot, { track, columns, scene }: { track: Track; columns: Columns; scene: Scene }, names: (string | undefined)[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.globalAlpha = 0.4;
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  ctx.setLineDash([4 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
  const stride = Math.max(1, Math.ceil(track.count / most));
  names.forEach((name, i) => {
    const y = name === undefined ? undefined : values_before(columns, scene, name);
    if (!y) return;
    ctx.strokeStyle = curve_look(i).stroke;
    ctx.beginPath();
    for (let row = track.from; row <= track.last; row += stride) ctx.lineTo(plot.valToPos(track.time[row]!, 'x', true), plot.valToPos(y[row]!, 'y', true));
    ctx.stroke();
  });
  ctx.restore();
}
