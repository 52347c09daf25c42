// SPDX-License-Identifier: Apache-2.0
// A spring between two places, as a zigzag in the direction that the reader sees best.

import type { Vector } from '../data/scene';

const teeth = 9;

/** Vertices of the zigzag; `toward` points at the reader, `width` is half of its breadth. */
export function coil(from: Vector, to: Vector, toward: Vector, width: number): Vector[] {
  const along: Vector = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const aside: Vector = [
    along[1] * toward[2] - along[2] * toward[1],
    along[2] * toward[0] - along[0] * toward[2],
    along[0] * toward[1] - along[1] * toward[0],
  ];
  const norm = Math.hypot(...aside) || 1;
  const at = (s: number, w: number): Vector =>
    [0, 1, 2].map((k) => from[k]! + s * along[k]! + (w * aside[k]!) / norm) as Vector;
  const made = [at(0, 0), at(0.12, 0)];
  for (let i = 0; i < 2 * teeth; ++i) made.push(at(0.12 + (0.76 * (i + 0.5)) / (2 * teeth), i % 2 ? -width : width));
  made.push(at(0.88, 0), at(1, 0));
  return made;
}
