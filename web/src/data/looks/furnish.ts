// SPDX-License-Identifier: Apache-2.0
// Dresses the bodies of a show, in the measure of the mechanism at its start.

import { box_of, diagonal } from '../bounds';
import { Poses } from '../pose';
import type { SceneBody, Vector } from '../scene';
import type { Show } from '../show';
import { body_colours, point_colours } from './colours';
import { bar, dress_all } from './dress';
import { add, dot, norm, sub, turn_to, unit } from './vectors';

/** How large all that is joined is when the run begins: its path may be a thousand times as long. */
function size_of({ scene, track }: Show): number {
  const poses = new Poses(scene, track, track.moment(track.start));
  const places = [...poses.points];
  scene.bodies.forEach((body, i) => {
    for (const at of [[0, 0, 0] as Vector, ...(body.points ?? [])]) places.push(poses.place({ body: i, at }));
    for (const shape of body.shapes) {
      if (shape.kind === 'mesh' || shape.kind === 'hull') for (const corner of shape.corners) places.push(poses.place({ body: i, at: corner }));
      const at = shape.kind === 'rod' ? shape.to : (shape.at ?? [0, 0, 0]);
      const half = shape.kind === 'ellipsoid' ? Math.max(...shape.radii) : 'radius' in shape ? shape.radius : shape.kind === 'box' ? 0.5 * Math.max(...shape.size) : 0;
      for (const sign of [-1, 1]) places.push(poses.place({ body: i, at: add(at, [1, 1, 1], (sign * half) / Math.sqrt(3)) }));
    }
  });
  const finite = places.filter((place) => place.every(Number.isFinite));
  const size = finite.length > 0 ? diagonal(box_of(finite)) : 0;
  return size > 1e-9 * scene.length ? size : scene.length;
}

/** The way of a body along its joint, by where it is during the run. */
function travel_of(show: Show): (body: SceneBody) => [number, number] {
  const { scene, track } = show;
  const moments = Array.from({ length: 41 }, (_, i) => new Poses(scene, track, track.moment(track.start + (i / 40) * (track.end - track.start))));
  return (body) => {
    const joint = body.joint!;
    const i = scene.bodies.indexOf(body);
    const ways = moments.map((poses) => {
      const base = joint.parent < 0 ? { at: joint.at } : { body: joint.parent, at: joint.at };
      const ahead = { ...base, at: add(joint.at, joint.axis) };
      return dot(sub(poses.place({ body: i, at: [0, 0, 0] }), poses.place(base)), unit(sub(poses.place(ahead), poses.place(base))));
    });
    const finite = ways.filter(Number.isFinite);
    return finite.length > 0 ? [Math.min(...finite), Math.max(...finite)] : [0, 0];
  };
}

/** Points that never come nearer to each other than a distance, and do come so near, are balls of that diameter. */
function touching({ scene, track }: Show): number {
  const moving = scene.points.flatMap(({ kind }, i) => (kind === 'anchor' ? [] : [i]));
  if (moving.length < 2 || moving.length > 20 || scene.rods.length > 0 || scene.bodies.length > 0) return 0;
  const nearest = new Map<string, number>();
  const stride = Math.max(1, Math.floor(track.count / 500));
  for (let row = track.from; row <= track.last; row += stride) {
    const { points } = new Poses(scene, track, { t: 0, row, s: 0, h: 0 });
    for (const i of moving) for (const k of moving) if (i < k) nearest.set(`${i} ${k}`, Math.min(nearest.get(`${i} ${k}`) ?? Infinity, norm(sub(points[i]!, points[k]!))));
  }
  const least = Math.min(...nearest.values());
  const touch = [...nearest.values()].filter((d) => d < (1 + 1e-3) * least).length;
  return least > 1e-3 * scene.length && touch >= moving.length - 1 ? 0.5 * least : 0;
}

const on_rings = /hoop|ring\b|wire|rim\b|circle|track|groove/i;

/** By its equation a bead on a ring is a pendulum; by its name it is not: the ring is drawn, no rod to its middle. */
function lay_rings({ scene, track }: Show): void {
  if (scene.dimensions !== 2) return;
  const poses = new Poses(scene, track, track.moment(track.start));
  scene.rods = scene.rods.filter((rod) => {
    const ends = [rod.from, rod.to];
    const middle = ends.find((end) => end.point === undefined && end.body === undefined);
    const bead = ends.find((end) => end.point !== undefined);
    if (rod.kind !== 'constraint' || !on_rings.test(rod.name) || !middle || !bead) return true;
    const centre = poses.place(middle);
    const radius = norm(sub(poses.place(bead), centre));
    const points = Array.from({ length: 120 }, (_, i): Vector => {
      const angle = (2 * Math.PI * i) / 120;
      return add(centre, [radius * Math.cos(angle), radius * Math.sin(angle), 0]);
    });
    scene.curves.push({ name: rod.name, points, closed: true });
    return false;
  });
}

/** What slides has a rail, and needs no foot. */
function hide_feet({ scene }: Show): void {
  const sliding = new Set(scene.bodies.flatMap(({ name, joint }) => (joint && ['slider', 'cylinder', 'planar', 'fixed'].includes(joint.kind) ? [name] : [])));
  for (const point of scene.points) if (point.kind === 'anchor' && sliding.has(point.name)) point.hidden = true;
}

/** Where a loop is closed the two ends are one pin: it goes along with the first of the bodies. */
function pin_loops({ scene, track, size }: Show): void {
  const poses = new Poses(scene, track, track.moment(track.start));
  scene.rods = scene.rods.filter(({ kind, from, to }) => {
    const body = from.body === undefined ? undefined : scene.bodies[from.body];
    if (kind !== 'closure' || !body || !(norm(sub(poses.place(from), poses.place(to))) < 1e-4 * size)) return true;
    const at = from.at ?? [0, 0, 0];
    const width = bar * size;
    const hinge = body.joint?.kind === 'hinge' ? body.joint : undefined;
    if (!body.given)
      body.shapes.push(
        hinge
          ? { kind: 'cylinder', radius: 0.6 * width, length: 3.2 * width, at, turn: turn_to(unit(hinge.own_axis)), paint: 'pin' }
          : { kind: 'sphere', radius: 1.1 * width, at, paint: 'pin' },
      );
    return false;
  });
}

export function furnish(show: Show): void {
  const { scene } = show;
  show.colours = { bodies: body_colours(scene.bodies), points: point_colours(scene.points) };
  lay_rings(show);
  show.ball = touching(show);
  if (scene.bodies.length === 0) return;
  hide_feet(show);
  show.size = size_of(show);
  const { bodies, still } = dress_all(scene.bodies, { size: show.size, travel: travel_of(show) });
  scene.bodies = bodies;
  scene.still = still;
  pin_loops(show);
}
