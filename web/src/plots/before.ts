// SPDX-License-Identifier: Apache-2.0
// The run before, behind the curves of this one: as pale as it is past.

import uPlot from 'uplot';
import type { Columns } from '../data/columns';
import type { Scene } from '../data/scene';
import type { Track } from '../data/track';
import { shown_values } from '../data/units';
import { curve_look } from '../page/theme';

const most = 4000; // points of a curve

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
    const column = name === undefined ? undefined : columns.find(name);
    if (column === undefined) return;
    const y = shown_values(columns, scene, column);
    ctx.strokeStyle = curve_look(i).stroke;
    ctx.beginPath();
    for (let row = track.from; row <= track.last; row += stride) ctx.lineTo(plot.valToPos(track.time[row]!, 'x', true), plot.valToPos(y[row]!, 'y', true));
    ctx.stroke();
  });
  ctx.restore();
}
