// SPDX-License-Identifier: Apache-2.0
// What a body of a given inertia could be: the ellipsoid of its inertia is no shape of its own, so one that is flat and round is drawn
// as the disc of that inertia, a slender one as the rod, one with three different axes as the box.

import type { Quaternion, Shape, Vector } from '../scene';
import { add, product, times } from './vectors';
import { rotate } from '../pose';

const flat = 0.45; // thickness over radius, below which a round thing reads as a disc
const slender = 0.2; // thickness over length, below which a thing reads as a rod

type Ellipsoid = Shape & { kind: 'ellipsoid' };

/** Turns z into the k-th axis. */
const onto: Quaternion[] = [
  [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
  [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  [1, 0, 0, 0],
];

const others = (radii: Vector, k: number): [number, number] => [radii[(k + 1) % 3]!, radii[(k + 2) % 3]!];
const axes = [0, 1, 2] as const;

/** The uniform cylinder with the inertia of a uniform ellipsoid with radii a, a, c: r² = (4/5) a², l² = (12/5) c². */
function as_disc(shape: Ellipsoid): Shape | undefined {
  const thin = axes.find((k) => {
    const [a, b] = others(shape.radii, k);
    return Math.abs(a - b) < 0.02 * a && shape.radii[k] < flat * a;
  });
  if (thin === undefined) return undefined;
  const radius = Math.sqrt(0.8) * shape.radii[(thin + 1) % 3]!;
  const length = Math.sqrt(2.4) * shape.radii[thin];
  return { kind: 'cylinder', radius, length, at: shape.at ?? [0, 0, 0], turn: product(shape.turn ?? [1, 0, 0, 0], onto[thin]!) };
}

/** The rod with the inertia of a slender ellipsoid: h² / 3 = a² / 5 for its half length h. */
function as_rod(shape: Ellipsoid): Shape | undefined {
  const long = axes.find((k) => others(shape.radii, k).every((b) => b < slender * shape.radii[k]));
  if (long === undefined) return undefined;
  const half = Math.sqrt(0.6) * shape.radii[long];
  const along = times(half, rotate(shape.turn ?? [1, 0, 0, 0], axes.map((k) => (k === long ? 1 : 0)) as Vector));
  const at = shape.at ?? [0, 0, 0];
  return { kind: 'rod', from: add(at, along, -1), to: add(at, along), radius: Math.max(0.04 * half, Math.min(...others(shape.radii, long))) };
}

/** The box with the inertia of an ellipsoid with three different radii: its edges are √(12/5) of them. */
function as_box(shape: Ellipsoid): Shape | undefined {
  const [a, b, c] = [...shape.radii].sort((x, y) => x - y) as Vector;
  if (b - a < 0.12 * b || c - b < 0.12 * c) return undefined;
  return { kind: 'box', size: times(Math.sqrt(2.4), shape.radii), ...(shape.at ? { at: shape.at } : {}), ...(shape.turn ? { turn: shape.turn } : {}) };
}

/** What has this inertia and reads as a thing. */
export function solid_of(shape: Ellipsoid): Shape {
  return as_disc(shape) ?? as_rod(shape) ?? as_box(shape) ?? shape;
}
