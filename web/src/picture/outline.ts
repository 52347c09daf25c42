// SPDX-License-Identifier: Apache-2.0
// Solids as outlines on a plane. Every shape is convex, so its outline is the hull of its projected vertices.

import { rotate } from '../data/pose';
import type { Shape, Vector } from '../data/scene';

const turns = 20;

function ring(radius: number, height: number): Vector[] {
  return Array.from({ length: turns }, (_, i) => {
    const angle = (2 * Math.PI * i) / turns;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  });
}

function ball(radii: Vector): Vector[] {
  const made: Vector[] = [[0, 0, radii[2]], [0, 0, -radii[2]]];
  for (let k = 1; k < 8; ++k) {
    const angle = (Math.PI * k) / 8;
    for (const [x, y, z] of ring(Math.sin(angle), Math.cos(angle))) made.push([radii[0] * x, radii[1] * y, radii[2] * z]);
  }
  return made;
}

function rod(from: Vector, to: Vector, radius: number): Vector[] {
  return [from, to].flatMap((end) =>
    ball([radius, radius, radius]).map((v): Vector => [end[0] + v[0], end[1] + v[1], end[2] + v[2]]),
  );
}

function own_vertices(shape: Shape): Vector[] {
  switch (shape.kind) {
    case 'box': {
      const [a, b, c] = shape.size.map((x) => 0.5 * x) as Vector;
      return [-a, a].flatMap((x) => [-b, b].flatMap((y) => [-c, c].map((z): Vector => [x, y, z])));
    }
    case 'sphere':
      return ball([shape.radius, shape.radius, shape.radius]);
    case 'cylinder':
      return [...ring(shape.radius, 0.5 * shape.length), ...ring(shape.radius, -0.5 * shape.length)];
    case 'ellipsoid':
      return ball(shape.radii);
    case 'rod':
      return rod(shape.from, shape.to, shape.radius);
  }
}

/** Points of a shape's own frame in the frame of its body. */
function in_body(shape: Shape, points: Vector[]): Vector[] {
  const at = shape.at ?? [0, 0, 0];
  const turn = shape.turn ?? [1, 0, 0, 0];
  return points.map((v) => {
    const w = rotate(turn, v);
    return [at[0] + w[0], at[1] + w[1], at[2] + w[2]];
  });
}

/** The vertices of a shape in the frame of its body. */
export function vertices(shape: Shape): Vector[] {
  return in_body(shape, own_vertices(shape));
}

/** The few points between which a shape lies, for framing. */
export function corners(shape: Shape): Vector[] {
  if (shape.kind === 'rod') return in_body(shape, [shape.from, shape.to]);
  const half: Vector =
    shape.kind === 'box'
      ? (shape.size.map((x) => 0.5 * x) as Vector)
      : shape.kind === 'ellipsoid'
        ? shape.radii
        : shape.kind === 'sphere'
          ? [shape.radius, shape.radius, shape.radius]
          : [shape.radius, shape.radius, 0.5 * shape.length];
  // The six ends of the axes: the corners of the box around an ellipsoid lie far outside it.
  return in_body(shape, [0, 1, 2].flatMap((k) => [-1, 1].map((sign) => [0, 1, 2].map((i) => (i === k ? sign * half[i]! : 0)) as Vector)));
}

export type Flat = [number, number];

/** The convex hull, by Andrew's monotone chain. */
export function hull(points: Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (order: Flat[]): Flat[] => {
    const chain: Flat[] = [];
    for (const p of order) {
      for (;;) {
        const b = chain[chain.length - 1];
        const a = chain[chain.length - 2];
        if (!a || !b || (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
