// SPDX-License-Identifier: Apache-2.0
// What names must not cover: the parts of the picture as strokes on the screen; and where a body's name belongs.

import { norm, sub } from '../data/looks/vectors';
import type { SceneBody, Shape, Vector } from '../data/scene';
import type { Show } from '../data/show';
import type { Flat } from './outline';
import type { Frame, View } from './view';

export interface Stroke {
  from: Flat;
  to: Flat;
  half: number; // its width, in pixels
}

const most = 150; // of more than these names are not written anyway

const is_part = ({ look, paint }: Shape): boolean => look === undefined && paint !== 'pin';
const mean = (places: Vector[]): Vector => [0, 1, 2].map((k) => places.reduce((sum, place) => sum + place[k]!, 0) / places.length) as Vector;

/** The middle of a body's largest part, in its frame. */
export function middle_of(body: SceneBody): Vector {
  const rods = body.shapes.filter((shape): shape is Shape & { kind: 'rod' } => shape.kind === 'rod' && is_part(shape) && !shape.paint);
  const plate = body.shapes.find((shape) => shape.kind === 'plate');
  if (plate?.kind === 'plate') return mean(plate.corners);
  const mesh = body.shapes.find((shape) => shape.kind === 'mesh');
  if (mesh?.kind === 'mesh') return mean(mesh.corners);
  const [first] = body.shapes;
  if (first && first.kind !== 'rod' && first.look === undefined) return first.at ?? [0, 0, 0];
  const longest = rods.sort((a, b) => norm(sub(b.to, b.from)) - norm(sub(a.to, a.from)))[0];
  return longest ? mean([longest.from, longest.to]) : [0, 0, 0];
}

/** What a round body takes about its middle. */
export function radius_of(body: SceneBody): number {
  const [first] = body.shapes;
  return first && (first.kind === 'sphere' || first.kind === 'cylinder' || first.kind === 'ring') && !first.paint ? first.radius : 0;
}

/** Pairs of places and a half width, in the frame of the body. */
function spines(shape: Shape): [Vector, Vector, number][] {
  if (shape.kind === 'rod') return [[shape.from, shape.to, shape.radius]];
  if (shape.kind === 'plate') return shape.corners.map((corner, i) => [corner, shape.corners[(i + 1) % shape.corners.length]!, shape.radius]);
  const at = shape.at ?? [0, 0, 0];
  if (shape.kind === 'sphere' || shape.kind === 'cylinder' || shape.kind === 'ring') return [[at, at, shape.radius]];
  return [[at, at, shape.kind === 'box' ? 0.5 * Math.min(...shape.size) : 0]];
}

/** How many pixels a radius takes where it is: what is nearer to the eye is larger. */
export function seen(view: View, right: Vector, place: Vector, radius: number): number {
  const [a, b] = [view.spot(place), view.spot(place.map((x, k) => x + radius * right[k]!) as Vector)];
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** right: the direction that is right in the picture. */
export function strokes_of(show: Show, view: View, frame: Frame, right: Vector): Stroke[] {
  const { scene } = show;
  const { poses } = frame;
  const made: Stroke[] = [];
  const put = (from: Vector, to: Vector, half: number): void => {
    if (made.length < most) made.push({ from: view.spot(from), to: view.spot(to), half: half > 0 ? seen(view, right, from, half) : 0 });
  };
  scene.bodies.forEach((body, i) => {
    for (const shape of body.shapes.filter(is_part)) for (const [from, to, half] of spines(shape)) put(poses.place({ body: i, at: from }), poses.place({ body: i, at: to }), half);
  });
  for (const rod of scene.rods) put(poses.place(rod.from), poses.place(rod.to), rod.kind === 'spring' ? 0.016 * show.size : 0.005 * show.size);
  poses.points.forEach((place, i) => put(place, place, scene.points[i]!.radius ?? (show.ball || 0.012 * show.size)));
  for (const arrow of frame.arrows) if (arrow) put(arrow.foot, arrow.foot.map((x, k) => x + arrow.way[k]!) as Vector, 0);
  return made;
}
