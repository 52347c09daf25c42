// SPDX-License-Identifier: Apache-2.0
// What the picture has to hold: a cloud of the places where things are during the run, and the box around it.

import { corners } from '../picture/outline';
import { curve_at, is_moving, surface_at } from './guides';
import { type Pose, Poses, rotate } from './pose';
import type { Vector } from './scene';
import type { Show } from './show';

export interface Box {
  low: Vector;
  high: Vector;
}

const moments = 80; // a run is looked at so often
const most = 20_000; // places: many bodies with many vertices are looked at less often

export function diagonal(box: Box): number {
  return Math.hypot(...box.low.map((low, k) => box.high[k]! - low));
}

export function box_of(cloud: Vector[]): Box {
  const box: Box = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
  for (const place of cloud)
    for (let k = 0; k < 3; ++k) {
      box.low[k] = Math.min(box.low[k]!, place[k]!);
      box.high[k] = Math.max(box.high[k]!, place[k]!);
    }
  return box;
}

function in_world({ origin, turn }: Pose, v: Vector): Vector {
  const w = rotate(turn, v);
  return [origin[0] + w[0], origin[1] + w[1], origin[2] + w[2]];
}

/** Whether a place is among things that keep to a box, or close by. */
function near({ low, high }: Box): (place: Vector) => boolean {
  const room = 0.15 * diagonal({ low, high });
  return (place) => place.every((x, k) => x >= low[k]! - room && x <= high[k]! + room);
}

/** moving: where all is that moves. An open curve is a piece of one without end: what goes on beyond that box need not be seen. */
function still_places(show: Show, moving: Vector[]): Vector[] {
  const { scene } = show;
  const is_near = near(box_of(moving));
  const cloud: Vector[] = [];
  for (const rod of scene.rods)
    for (const end of [rod.from, rod.to]) if (end.point === undefined && end.body === undefined) cloud.push(end.at ?? [0, 0, 0]);
  for (const shape of scene.still) cloud.push(...corners(shape));
  for (const moment of [0, 0.25, 0.5, 0.75, 1]) {
    const track = show.tracks[0]!;
    const t = track.start + moment * (track.end - track.start);
    for (const curve of scene.curves) {
      if (moment > 0 && !is_moving(curve)) continue;
      const { points, closed } = curve_at(curve, t);
      cloud.push(...(closed ? points : points.filter(is_near)));
    }
    for (const surface of scene.surfaces) {
      if (moment > 0 && !is_moving(surface)) continue;
      const { vertices: xyz } = surface_at(surface, t);
      for (let i = 0; i + 2 < xyz.length; i += 3) cloud.push([xyz[i]!, xyz[i + 1]!, xyz[i + 2]!]);
    }
  }
  return cloud;
}

/** The places of all that moves, moment by moment. */
function moving_places(show: Show): Vector[][] {
  const { scene, tracks } = show;
  const solids = scene.bodies.map((body) => body.shapes.filter(({ look }) => look !== 'inertia').flatMap(corners));
  const each = scene.points.length + solids.reduce((sum, solid) => sum + solid.length, 0);
  const times = Math.max(8, Math.min(moments, Math.floor(most / Math.max(1, each * tracks.length))));
  const made: Vector[][] = [];
  for (const track of tracks)
    for (let i = 0; i <= times; ++i) {
      const at = track.moment(track.start + (i / times) * (track.end - track.start));
      const poses = new Poses(scene, track, at);
      const places = [...poses.points];
      solids.forEach((solid, k) => places.push(...solid.map((v) => in_world(poses.bodies[k]!, v))));
      made.push(places.filter((place) => place.every(Number.isFinite)));
    }
  return made;
}

export interface Sight {
  cloud: Vector[]; // everything that should be in sight; never empty, never without extent
  travels: boolean; // a thing of some size that goes far: seen well only by following it
}

export function sight_of(show: Show): Sight {
  const frames = moving_places(show);
  const moving = frames.flat();
  const still = still_places(show, moving);
  const cloud = [...still, ...moving];
  if (cloud.length === 0) cloud.push([0, 0, 0]);
  const box = box_of(cloud);
  const whole = diagonal(box);
  const size = Math.max(...box.low.map(Math.abs), ...box.high.map(Math.abs));
  if (!(whole > 1e-9 * size)) {
    const half = show.scene.length > 0 ? show.scene.length : 1;
    const corner = (sign: number): Vector => box.low.map((x) => x + sign * half) as Vector;
    return { cloud: [...cloud, corner(-1), corner(1)], travels: false };
  }
  const own = Math.max(...frames.map((places) => (places.length > 1 ? diagonal(box_of(places)) : 0)));
  const anchored = still.length > 0 || show.scene.curves.length > 0 || show.tracks.length > 1 || show.scene.points.some(({ kind }) => kind === 'anchor');
  // Of one or two points the path is what matters, not they themselves.
  const few = show.scene.bodies.length === 0 && show.scene.points.length < 3;
  if (anchored || few || own > 0.2 * whole) return { cloud, travels: false };
  return { cloud: frames[0]!.flatMap((place) => around(place, 0.2 * own)), travels: true };
}

/** Room around a place, so that the ground that passes by is seen. */
function around(place: Vector, room: number): Vector[] {
  return [-room, room].map((by) => place.map((x) => x + by) as Vector);
}
