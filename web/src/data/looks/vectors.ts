// SPDX-License-Identifier: Apache-2.0
// Small arithmetic of vectors and turns.

import type { Quaternion, Vector } from '../scene';

export const add = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const sub = (a: Vector, b: Vector): Vector => add(a, b, -1);
export const times = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Of length 1; of nothing, z. */
export function unit(a: Vector): Vector {
  const size = norm(a);
  return size > 0 ? times(1 / size, a) : [0, 0, 1];
}

/** Some direction across a unit vector. */
export function across(n: Vector): Vector {
  const least = n.map(Math.abs).indexOf(Math.min(...n.map(Math.abs)));
  return unit(cross(n, [0, 1, 2].map((k) => (k === least ? 1 : 0)) as Vector));
}

export function product(p: Quaternion, q: Quaternion): Quaternion {
  return [
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  ];
}

/** The shortest turn from z to a unit vector. */
export function turn_to(n: Vector): Quaternion {
  const w = Math.sqrt(Math.max(0, 0.5 * (1 + n[2])));
  // Straight down every half turn about a level axis would do.
  return w > 1e-9 ? [w, -n[1] / (2 * w), n[0] / (2 * w), 0] : [0, 1, 0, 0];
}
