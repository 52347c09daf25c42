// SPDX-License-Identifier: Apache-2.0
// The outline of triangles on a plane: loops around those that face the viewer. An edge between two of them is passed both ways, and cancels.

import type { Flat } from './outline';

/** places: of the corners, on the canvas, where y grows downwards; triangles: three corners each, counter-clockwise seen from outside. */
export function silhouette(places: Flat[], triangles: number[]): Flat[][] {
  const next = new Map<number, number[]>();
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k]!, triangles[k + 1]!, triangles[k + 2]!];
    const [p, q, r] = [places[a]!, places[b]!, places[c]!];
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    if (!(area < 0)) continue;
    for (const [from, to] of [[a, b], [b, c], [c, a]] as const) {
      const back = next.get(to)?.indexOf(from) ?? -1;
      if (back >= 0) next.get(to)!.splice(back, 1);
      else next.set(from, [...(next.get(from) ?? []), to]);
    }
  }
  const loops: Flat[][] = [];
  for (const [start, ways] of next) {
    while (ways.length > 0) {
      const loop: Flat[] = [];
      for (let at = start; ; ) {
        loop.push(places[at]!);
        const to = next.get(at)?.pop();
        if (to === undefined || to === start) break;
        at = to;
      }
      loops.push(loop);
    }
  }
  return loops;
}
