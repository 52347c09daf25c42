// SPDX-License-Identifier: Apache-2.0
// What is in the picture, and what lies under the pointer.

import type { Scene, Vector } from '../data/scene';
import type { Track } from '../data/track';
import type { Camera } from './camera';
import type { Flat } from './outline';
import type { View } from './view';

/** A run in the picture: its own, or one that is shown in its place. */
export interface Shown {
  scene: Scene;
  track: Track;
}

/** A bearing has the name of what turns in it: written once is enough. */
export function names_of({ points, bodies }: Scene): string[] {
  const known = new Set(bodies.map(({ name }) => name));
  return [...points.map(({ name, kind }) => (kind === 'anchor' && known.has(name) ? '' : name)), ...bodies.map(({ name }) => name)];
}

/** The place under a spot of the canvas, as far away as that other place. */
export function place_under({ camera, view }: { camera: Camera; view: View }, spot: Flat, like: Vector): Vector {
  const { right, up } = camera.axes();
  const [x, y] = view.spot(like);
  const step = 1e-3 * camera.half;
  const pixels = Math.hypot(...view.spot(like.map((v, k) => v + step * right[k]!) as Vector).map((v, k) => v - [x, y][k]!)) / step;
  const [dx, dy] = [(spot[0] - x) / pixels, (y - spot[1]) / pixels];
  return like.map((v, k) => v + dx * right[k]! + dy * up[k]!) as Vector;
}
