// SPDX-License-Identifier: Apache-2.0
// Where points, bodies and places are at a moment. Quaternions are w x y z, body to world.

import type { Entry, Place, Quaternion, Scene, Vector } from './scene';
import type { Moment, Track } from './track';

export interface Pose {
  origin: Vector;
  turn: Quaternion;
}

/** The vector v turned by the unit quaternion q: v + 2w (u×v) + 2 u×(u×v). */
export function rotate(q: Quaternion, v: Vector): Vector {
  const [w, x, y, z] = q;
  const cx = y * v[2] - z * v[1];
  const cy = z * v[0] - x * v[2];
  const cz = x * v[1] - y * v[0];
  return [
    v[0] + 2 * (w * cx + y * cz - z * cy),
    v[1] + 2 * (w * cy + z * cx - x * cz),
    v[2] + 2 * (w * cz + x * cy - y * cx),
  ];
}

/** From a to b along the shorter great circle. */
export function slerp(a: Quaternion, b: Quaternion, s: number): Quaternion {
  let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  dot *= sign;
  let p = 1 - s;
  let r = s;
  // Nearer than this the sine of the angle has lost its digits, and the chord is as good as the arc.
  if (dot < 0.9999) {
    const angle = Math.acos(dot);
    p = Math.sin((1 - s) * angle) / Math.sin(angle);
    r = Math.sin(s * angle) / Math.sin(angle);
  }
  r *= sign;
  const q: Quaternion = [p * a[0] + r * b[0], p * a[1] + r * b[1], p * a[2] + r * b[2], p * a[3] + r * b[3]];
  const norm = Math.hypot(...q) || 1;
  return [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm];
}

export function vector_at(track: Track, entries: Entry[], at: Moment): Vector {
  return [track.entry(entries[0], at), track.entry(entries[1], at), track.entry(entries[2], at)];
}

export function turn_at(track: Track, entries: Entry[], at: Moment): Quaternion {
  const end = (s: 0 | 1): Quaternion => {
    const moment = { ...at, s };
    return [0, 1, 2, 3].map((k) => track.entry(entries[k], moment)) as Quaternion;
  };
  if (at.s === 0 || at.s === 1) return end(at.s);
  const [a, b] = [end(0), end(1)];
  // Through small angles the cubic of the components has no kink at the samples, where a turn at a constant rate has one.
  const near = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] > 0.95;
  if (!near || !entries.some((entry) => typeof entry === 'number' && track.smooth(entry))) return slerp(a, b, at.s);
  const q = [0, 1, 2, 3].map((k) => track.entry(entries[k], at)) as Quaternion;
  const size = Math.hypot(...q) || 1;
  return q.map((x) => x / size) as Quaternion;
}

/** Everything that has a place, at one moment of one track. */
export class Poses {
  readonly points: Vector[];
  readonly bodies: Pose[];

  constructor(scene: Scene, track: Track, at: Moment) {
    this.points = scene.points.map((point) => vector_at(track, point.at, at));
    this.bodies = scene.bodies.map((body) => ({
      origin: vector_at(track, body.origin, at),
      turn: turn_at(track, body.turn, at),
    }));
  }

  place(place: Place): Vector {
    if (place.point !== undefined) return this.points[place.point] ?? [0, 0, 0];
    const at = place.at ?? [0, 0, 0];
    const body = place.body === undefined ? undefined : this.bodies[place.body];
    if (!body) return at;
    const arm = rotate(body.turn, at);
    return [body.origin[0] + arm[0], body.origin[1] + arm[1], body.origin[2] + arm[2]];
  }
}
