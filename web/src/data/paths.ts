// SPDX-License-Identifier: Apache-2.0
// The path of a place along a track: thinned to what a screen can show, and filled in where samples are few.

import { Poses } from './pose';
import type { Place, Scene } from './scene';
import type { Track } from './track';

export interface Path {
  rows: Float32Array; // where each vertex lies, in rows and shares of rows from the start of the track
  xyz: Float32Array;
}

const fewest = 1200; // vertices: below, a curve shows its corners
const most = 4000; // above, a screen shows no difference

export function path_of(scene: Scene, track: Track, place: Place): Path {
  const count = track.count < 2 ? track.count : Math.max(fewest, Math.min(track.count, most));
  const rows = new Float32Array(count);
  const xyz = new Float32Array(3 * count);
  // Only what the place needs: a chain of a hundred links has a hundred traces.
  const point = place.point === undefined ? undefined : scene.points[place.point];
  const body = place.body === undefined ? undefined : scene.bodies[place.body];
  const part: Scene = { ...scene, points: point ? [point] : [], bodies: body ? [body] : [] };
  const local: Place = { ...place };
  if (point) local.point = 0;
  if (body) local.body = 0;
  for (let i = 0; i < count; ++i) {
    const along = (i * (track.count - 1)) / Math.max(1, count - 1);
    const row = Math.min(Math.floor(along), Math.max(0, track.count - 2));
    const first = track.from + row;
    const h = track.count > 1 ? track.time[first + 1]! - track.time[first]! : 0;
    rows[i] = along;
    xyz.set(new Poses(part, track, { t: 0, row: first, s: along - row, h }).place(local), 3 * i);
  }
  return { rows, xyz };
}

/** How many vertices of the path lie in the past. */
export function passed(path: Path, along: number): number {
  let low = 0;
  let high = path.rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (path.rows[middle]! <= along) low = middle + 1;
    else high = middle;
  }
  return low;
}
