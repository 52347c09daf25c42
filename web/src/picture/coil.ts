// SPDX-License-Identifier: Apache-2.0
// A spring between two places, as the wire of a coil with straight ends.

import { cross, norm } from '../data/looks/vectors';
import type { Vector } from '../data/scene';

const turns = 8;
const each = 14; // vertices of a turn
const straight = 0.1; // share of the length at either end
export const coil_count = turns * each + 3;

/** Vertices of the wire; `toward` points at the reader, `width` is the coil's radius; tilt: turns seen edge on are leant by so much. */
export function coil(from: Vector, to: Vector, toward: Vector, width: number, tilt = 0): Vector[] {
  const along: Vector = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = norm(along) || 1;
  const across = cross(along, toward);
  const size = norm(across) || 1;
  const aside = across.map((x) => x / size) as Vector;
  const behind = cross(along, aside).map((x) => x / length) as Vector;
  const made: Vector[] = [from];
  for (let i = 0; i <= turns * each; ++i) {
    const share = i / (turns * each);
    const phase = 2 * Math.PI * turns * share;
    const s = straight + (1 - 2 * straight) * share + (tilt * width * Math.cos(phase)) / length;
    const w = width * Math.min(1, 8 * share, 8 * (1 - share));
    made.push([0, 1, 2].map((k) => from[k]! + s * along[k]! + w * (Math.sin(phase) * aside[k]! + Math.cos(phase) * behind[k]!)) as Vector);
  }
  made.push(to);
  return made;
}
