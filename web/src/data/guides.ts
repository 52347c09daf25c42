// SPDX-License-Identifier: Apache-2.0
// Curves and surfaces of constraints at a time: most stand still, some change.

import type { Guide, Key, SceneCurve, SceneSurface, Vector } from './scene';

export function is_moving(guide: Guide): boolean {
  return (guide.keys?.length ?? 0) > 0;
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

export function curve_at(curve: SceneCurve, t: number): { points: Vector[]; closed: boolean } {
  if (!curve.keys?.length) return curve;
  const { a, b, s } = keys_around(curve.keys, t);
  // Another number of points, or an end where there was none, is another curve: then the nearer of the two is shown.
  if (a.points.length !== b.points.length || a.closed !== b.closed) return s < 0.5 ? a : b;
  return { points: a.points.map((v, i) => v.map((x, k) => between(x, b.points[i]![k]!, s)) as Vector), closed: a.closed };
}

export function surface_at(surface: SceneSurface, t: number): { vertices: number[]; triangles: number[] } {
  if (!surface.keys?.length) return surface;
  const { a, b, s } = keys_around(surface.keys, t);
  const same = a.vertices.length === b.vertices.length && a.triangles.length === b.triangles.length;
  if (!same) return s < 0.5 ? a : b;
  return { vertices: a.vertices.map((x, i) => between(x, b.vertices[i]!, s)), triangles: a.triangles };
}
