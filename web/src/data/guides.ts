// SPDX-License-Identifier: Apache-2.0
// Curves and surfaces of constraints at a moment: most stand still, some move or change with time.

import { rotate, turn_at, vector_at } from './pose';
import type { Guide, Key, SceneCurve, SceneSurface, Vector } from './scene';
import type { Moment, Track } from './track';

export function is_moving(guide: Guide): boolean {
  return guide.move !== undefined || (guide.keys?.length ?? 0) > 0;
}

/** Where the vertices of a guide that moves as a whole are. */
function carry({ move }: Guide, track: Track, at: Moment): (v: Vector) => Vector {
  if (!move) return (v) => v;
  const origin = move.origin ? vector_at(track, move.origin, at) : [0, 0, 0];
  const turn = move.turn ? turn_at(track, move.turn, at) : undefined;
  const scale = move.scale === undefined ? 1 : track.entry(move.scale, at);
  return (v) => {
    const w = turn ? rotate(turn, v) : v;
    return [origin[0]! + scale * w[0], origin[1]! + scale * w[1], origin[2]! + scale * w[2]];
  };
}

/** The keys around a time, and the share of the way between them. */
function keys_around<K extends Key>(keys: K[], t: number): { a: K; b: K; s: number } {
  const after = keys.findIndex((key) => key.t > t);
  if (after <= 0) {
    const only = after < 0 ? keys[keys.length - 1]! : keys[0]!;
    return { a: only, b: only, s: 0 };
  }
  const [a, b] = [keys[after - 1]!, keys[after]!];
  return { a, b, s: b.t > a.t ? (t - a.t) / (b.t - a.t) : 0 };
}

const between = (a: number, b: number, s: number): number => a + s * (b - a);

export function curve_at(curve: SceneCurve, track: Track, at: Moment): { points: Vector[]; closed: boolean } {
  if (curve.keys?.length) {
    const { a, b, s } = keys_around(curve.keys, at.t);
    // Another number of points is another curve: then the nearer of the two is shown.
    if (a.points.length !== b.points.length) return s < 0.5 ? a : b;
    return { points: a.points.map((v, i) => v.map((x, k) => between(x, b.points[i]![k]!, s)) as Vector), closed: a.closed };
  }
  return { points: curve.points.map(carry(curve, track, at)), closed: curve.closed };
}

export function surface_at(surface: SceneSurface, track: Track, at: Moment): { vertices: number[]; triangles: number[] } {
  if (surface.keys?.length) {
    const { a, b, s } = keys_around(surface.keys, at.t);
    const same = a.vertices.length === b.vertices.length && a.triangles.length === b.triangles.length;
    if (!same) return s < 0.5 ? a : b;
    return { vertices: a.vertices.map((x, i) => between(x, b.vertices[i]!, s)), triangles: a.triangles };
  }
  const move = carry(surface, track, at);
  const vertices: number[] = [];
  for (let i = 0; i + 2 < surface.vertices.length; i += 3)
    vertices.push(...move([surface.vertices[i]!, surface.vertices[i + 1]!, surface.vertices[i + 2]!]));
  return { vertices, triangles: surface.triangles };
}
