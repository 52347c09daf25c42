// SPDX-License-Identifier: Apache-2.0
// A plate in space: its outline pushed out along the normal, with bevelled edges and, if it is large, a window.

import { BufferGeometry, Float32BufferAttribute } from 'three';
import { plate_outline } from '../../data/looks/link';
import { add, sub, times, unit } from '../../data/looks/vectors';
import type { Shape, Vector } from '../../data/scene';

/** Loops of equally many vertices, each joined to the next by a strip; every face has its own corners, so that edges stay sharp. */
function strips(loops: Vector[][], to: number[]): void {
  for (let k = 0; k + 1 < loops.length; ++k) {
    const [a, b] = [loops[k]!, loops[k + 1]!];
    for (let i = 0; i < a.length; ++i) {
      const n = (i + 1) % a.length;
      to.push(...a[i]!, ...a[n]!, ...b[n]!, ...a[i]!, ...b[n]!, ...b[i]!);
    }
  }
}

const shrunk = (loop: Vector[], middle: Vector, by: number): Vector[] => loop.map((v) => add(v, unit(sub(v, middle)), -by));

export function plate_geometry(shape: Shape & { kind: 'plate' }): BufferGeometry {
  const { outer, window } = plate_outline(shape);
  const half = 0.6 * shape.radius;
  const bevel = 0.25 * half;
  const middle = times(1 / outer.length, outer.reduce((sum, v) => add(sum, v)));
  const level = (loop: Vector[], height: number): Vector[] => loop.map((v) => add(v, shape.normal, height));
  const narrow = shrunk(outer, middle, bevel);
  const inside = window ?? outer.map(() => middle);
  const places: number[] = [];
  strips([level(inside, -half), level(narrow, -half), level(outer, bevel - half), level(outer, half - bevel), level(narrow, half), level(inside, half)].reverse(), places);
  if (window) strips([level(inside, -half), level(inside, half)].reverse(), places);
  const made = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(places, 3));
  made.computeVertexNormals();
  return made;
}
