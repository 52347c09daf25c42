// SPDX-License-Identifier: Apache-2.0
// How bodies are dressed: an ellipsoid of inertia is no shape of its own, so it is seen through where there is more to see,
// and one that is flat and round is drawn as what has that inertia too, a disc.

import type { SceneBody, Shape, Vector, Quaternion } from './scene';

const flat = 0.45; // thickness over radius, below which a round thing reads as a disc

/** Turns z into the k-th axis. */
const onto: Quaternion[] = [
  [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
  [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  [1, 0, 0, 0],
];

function product(p: Quaternion, q: Quaternion): Quaternion {
  return [
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  ];
}

/** The uniform cylinder with the inertia of a uniform ellipsoid with radii a, a, c: r² = (4/5) a², l² = (12/5) c². */
function as_disc(shape: Shape & { kind: 'ellipsoid' }): Shape {
  const thin = ([0, 1, 2] as const).find((k) => {
    const [a, b] = [shape.radii[(k + 1) % 3]!, shape.radii[(k + 2) % 3]!];
    return Math.abs(a - b) < 0.02 * a && shape.radii[k] < flat * a;
  });
  if (thin === undefined) return shape;
  const radius = Math.sqrt(0.8) * shape.radii[(thin + 1) % 3]!;
  const length = Math.sqrt(2.4) * shape.radii[thin];
  const at: Vector = shape.at ?? [0, 0, 0];
  return { kind: 'cylinder', radius, length, at, turn: product(shape.turn ?? [1, 0, 0, 0], onto[thin]!) };
}

export function dress(bodies: SceneBody[]): SceneBody[] {
  return bodies.map((body) => {
    const rods = body.shapes.some(({ kind }) => kind === 'rod');
    const shapes = body.shapes.map((shape): Shape => {
      if (shape.kind !== 'ellipsoid') return shape;
      const dressed = as_disc(shape);
      // Beside rods a hint is enough; alone among other bodies it needs its lines to be seen.
      if (rods) return { ...dressed, look: 'hint' };
      return bodies.length > 1 ? { ...dressed, look: 'glass' } : dressed;
    });
    return { ...body, shapes };
  });
}
