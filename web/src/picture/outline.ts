// SPDX-License-Identifier: Apache-2.0
// Solids as outlines on a plane, seen from afar: of round ones an ellipse or two arcs, of others the hull of their projected corners.

import { rotate } from '../data/pose';
import { plate_outline } from '../data/looks/link';
import type { Shape, Vector } from '../data/scene';
import { silhouette } from './silhouette';

const turns = 36;

function ring(radius: number, height: number): Vector[] {
  return Array.from({ length: turns }, (_, i) => {
    const angle = (2 * Math.PI * i) / turns;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  });
}

/** The places that decide a shape's outline: the ends of a rod, the middle and the axes of an ellipsoid, the corners of what has corners. */
function own_places(shape: Shape): Vector[] {
  switch (shape.kind) {
    case 'box': {
      const [a, b, c] = shape.size.map((x) => 0.5 * x) as Vector;
      return [-a, a].flatMap((x) => [-b, b].flatMap((y) => [-c, c].map((z): Vector => [x, y, z])));
    }
    case 'sphere':
      return [[0, 0, 0]];
    case 'cylinder':
      return [...ring(shape.radius, 0.5 * shape.length), ...ring(shape.radius, -0.5 * shape.length)];
    case 'ellipsoid': {
      const [a, b, c] = shape.radii;
      return [[0, 0, 0], [a, 0, 0], [0, b, 0], [0, 0, c]];
    }
    case 'rod':
      return [shape.from, shape.to];
    case 'hull':
    case 'mesh':
      return shape.corners;
    case 'ring':
      return [...ring(shape.radius + shape.tube, 0), ...ring(shape.radius - shape.tube, 0)];
    case 'plate': {
      const { outer, window } = plate_outline(shape);
      return [...outer, ...(window ?? [])];
    }
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

export function outline_places(shape: Shape): Vector[] {
  return in_body(shape, own_places(shape));
}

/** The few points between which a shape lies, for framing. */
export function corners(shape: Shape): Vector[] {
  if (shape.kind === 'rod') return in_body(shape, [shape.from, shape.to]);
  if (shape.kind === 'hull' || shape.kind === 'mesh' || shape.kind === 'plate') return shape.corners;
  const half: Vector =
    shape.kind === 'box'
      ? (shape.size.map((x) => 0.5 * x) as Vector)
      : shape.kind === 'ellipsoid'
        ? shape.radii
        : shape.kind === 'sphere'
          ? [shape.radius, shape.radius, shape.radius]
          : [shape.radius, shape.radius, shape.kind === 'ring' ? shape.tube : 0.5 * shape.length];
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

/** The ellipse that an ellipsoid with these half axes covers: of the sum of their squares, the principal axes. */
function ellipse(draw: CanvasRenderingContext2D, [x, y]: Flat, axes: Flat[]): void {
  const sum = (of: (axis: Flat) => number): number => axes.reduce((total, axis) => total + of(axis), 0);
  const [xx, xy, yy] = [sum(([u]) => u * u), sum(([u, v]) => u * v), sum(([, v]) => v * v)];
  const middle = 0.5 * (xx + yy);
  const off = Math.hypot(0.5 * (xx - yy), xy);
  draw.ellipse(x, y, Math.sqrt(middle + off), Math.sqrt(Math.max(0, middle - off)), 0.5 * Math.atan2(2 * xy, xx - yy), 0, 2 * Math.PI);
}

/** Lays the outline as the path of the pen. places: those of outline_places, on the canvas; scale: pixels per length. */
export function trace_outline(draw: CanvasRenderingContext2D, shape: Shape, places: Flat[], scale: number): void {
  const [a, b] = [places[0]!, places[1] ?? places[0]!];
  draw.beginPath();
  if (shape.kind === 'sphere') draw.arc(...a, shape.radius * scale, 0, 2 * Math.PI);
  else if (shape.kind === 'ellipsoid') ellipse(draw, a, places.slice(1).map(([x, y]): Flat => [x - a[0], y - a[1]]));
  else if (shape.kind === 'rod') {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    draw.arc(...a, shape.radius * scale, angle + 0.5 * Math.PI, angle + 1.5 * Math.PI);
    draw.arc(...b, shape.radius * scale, angle - 0.5 * Math.PI, angle + 0.5 * Math.PI);
  } else if (shape.kind === 'ring') loops(draw, places, turns);
  else if (shape.kind === 'plate') loops(draw, places, outer_of(shape));
  else if (shape.kind === 'mesh') for (const loop of silhouette(places, shape.triangles)) loops(draw, loop, loop.length);
  else for (const [x, y] of hull(places)) draw.lineTo(x, y);
  draw.closePath();
}

const outer_of = (shape: Shape & { kind: 'plate' }): number => plate_outline(shape).outer.length;

/** One outline, and another within it: what is filled by the rule of even and odd has a hole. */
function loops(draw: CanvasRenderingContext2D, places: Flat[], first: number): void {
  for (const part of [places.slice(0, first), places.slice(first)]) {
    part.forEach(([x, y], i) => (i === 0 ? draw.moveTo(x, y) : draw.lineTo(x, y)));
    if (part.length > 0) draw.closePath();
  }
}
