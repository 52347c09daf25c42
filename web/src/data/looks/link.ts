// SPDX-License-Identifier: Apache-2.0
// A body without a shape, by what is joined to it: a bar through two points, a plate through three or more of a plane, a shaft where
// they lie about the axis it turns on, else bars that meet in the middle.

import { type Flat, hull } from '../../picture/outline';
import type { Shape, Vector } from '../scene';
import { across, add, cross, dot, norm, sub, times, unit } from './vectors';

const same = (a: Vector, b: Vector, size: number): boolean => norm(sub(a, b)) < 1e-6 * size;

/** Each place once. */
export function distinct(places: Vector[], size: number): Vector[] {
  return places.filter((place, i) => !places.slice(0, i).some((other) => same(place, other, size)));
}

/** The two that are farthest apart. */
function farthest(places: Vector[]): [Vector, Vector] {
  let best: [Vector, Vector] = [places[0]!, places[0]!];
  for (const [i, a] of places.entries()) for (const b of places.slice(i + 1)) if (norm(sub(b, a)) > norm(sub(best[1], best[0]))) best = [a, b];
  return best;
}

/** The corners of the places' hull in the plane across the normal, counter-clockwise. */
function corners_of(places: Vector[], normal: Vector): Vector[] {
  const u = across(normal);
  const v = cross(normal, u);
  const middle = times(1 / places.length, places.reduce((sum, place) => add(sum, place)));
  const flat = places.map((place): Flat => [dot(sub(place, middle), u), dot(sub(place, middle), v)]);
  return hull(flat).map(([x, y]) => add(add(middle, u, x), v, y));
}

/** A shaft: what is joined lies near the axis, along it. */
function shaft(places: Vector[], axis: Vector, width: number): Shape[] | undefined {
  const heights = places.map((place) => dot(place, axis));
  const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)];
  const off = places.map((place, i) => norm(add(place, axis, -heights[i]!)));
  if (!(Math.max(...off) < 0.25 * (high - low))) return undefined;
  const radius = Math.min(width, 0.12 * (high - low));
  const arms = places.flatMap((place, i): Shape[] =>
    off[i]! > radius ? [{ kind: 'rod', from: times(heights[i]!, axis), to: place, radius: 0.8 * radius }] : [],
  );
  return [{ kind: 'rod', from: times(low, axis), to: times(high, axis), radius }, ...arms];
}

/** width: half that of a bar. axis: what the body turns about, through its origin. */
export function link_through(places: Vector[], width: number, axis?: Vector): Shape[] {
  const [a, b] = farthest(places);
  const length = norm(sub(b, a));
  if (!(length > 0)) return [];
  const shafted = axis && places.length > 2 ? shaft(places, axis, width) : undefined;
  if (shafted) return shafted;
  const radius = Math.min(width, 0.12 * length);
  const along = unit(sub(b, a));
  const aside = places.map((place) => cross(along, sub(place, a)));
  const widest = aside.reduce((best, one) => (norm(one) > norm(best) ? one : best));
  if (norm(widest) < 0.5 * radius) return [{ kind: 'rod', from: a, to: b, radius }];
  const normal = unit(widest);
  if (places.every((place) => Math.abs(dot(sub(place, a), normal)) < 0.5 * radius)) return [{ kind: 'plate', corners: corners_of(places, normal), normal, radius }];
  const middle = times(1 / places.length, places.reduce((sum, place) => add(sum, place)));
  return places.map((to) => ({ kind: 'rod', from: middle, to, radius: 0.8 * radius }));
}

const steps = 8; // corners of the arc about a corner

/** Arcs about the corners, joined: the hull of discs about them. */
function rounded(corners: Vector[], normal: Vector, radius: number): Vector[] {
  return corners.flatMap((corner, i) => {
    const before = unit(sub(corner, corners[(i + corners.length - 1) % corners.length]!));
    const after = unit(sub(corners[(i + 1) % corners.length]!, corner));
    const from = cross(before, normal); // outward of a side
    const angle = Math.atan2(dot(cross(before, after), normal), dot(before, after));
    const turn = cross(normal, from);
    return Array.from({ length: steps + 1 }, (_, k) => {
      const at = (k * angle) / steps;
      return add(add(corner, from, radius * Math.cos(at)), turn, radius * Math.sin(at));
    });
  });
}

/** The outline of a plate, and of the window in one that is large, with as many vertices. */
export function plate_outline({ corners, normal, radius }: Shape & { kind: 'plate' }): { outer: Vector[]; window: Vector[] | undefined } {
  const outer = rounded(corners, normal, radius);
  const middle = times(1 / corners.length, corners.reduce((sum, place) => add(sum, place)));
  const inner = corners.map((corner) => {
    const arm = sub(corner, middle);
    return add(middle, arm, Math.max(0, 1 - (2.9 * radius) / norm(arm)));
  });
  // Room between the sides, too: a slim triangle has none.
  const room = Math.min(...corners.map((corner, i) => {
    const side = sub(corners[(i + 1) % corners.length]!, corner);
    return norm(cross(unit(side), sub(middle, corner)));
  }));
  return { outer, window: room > 3 * radius ? rounded(inner, normal, 0.35 * radius) : undefined };
}
