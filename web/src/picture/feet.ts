// SPDX-License-Identifier: Apache-2.0
// Where rods and springs end at a place fixed in the world: there they are held. Each place once.

import type { Scene, Vector } from '../data/scene';

export function feet_of(scene: Scene): Vector[] {
  const found = new Map<string, Vector>();
  for (const rod of scene.rods)
    for (const end of [rod.from, rod.to])
      if (end.point === undefined && end.body === undefined) {
        const place = end.at ?? [0, 0, 0];
        // A line of the drawing that has both ends fixed is a ground or a rail, and is not held there.
        const other = end === rod.from ? rod.to : rod.from;
        if (rod.kind !== 'draw' || other.point !== undefined || other.body !== undefined) found.set(place.join(), place);
      }
  return [...found.values()];
}
