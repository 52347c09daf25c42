// SPDX-License-Identifier: Apache-2.0
// How bodies are dressed: as the model says, else as what rolls, slides, is a point mass or links the points that are joined to it;
// with pins in their hinges and rails under what slides. The ellipsoid of inertia is kept for those who ask for it.

import { rotate } from '../pose';
import type { SceneBody, SceneJoint, Shape, Vector } from '../scene';
import { distinct, link_through } from './link';
import { solid_of } from './solid';
import { add, cross, norm, sub, times, turn_to, unit } from './vectors';

export interface Wardrobe {
  size: number; // of the whole mechanism
  travel: (body: SceneBody) => [number, number]; // of one that slides: the least and the greatest of its way
}

const own_length: Wardrobe = { size: 1, travel: () => [0, 0] };

const zero: Vector = [0, 0, 0];
const turns_on: SceneJoint['kind'][] = ['hinge', 'universal', 'cylinder', 'screw'];
const slides: SceneJoint['kind'][] = ['slider', 'cylinder', 'screw'];

/** Half the width of a bar, in sizes of the mechanism. */
export const bar = 0.016;

/** A wheel with a tyre and spokes, where most of the mass is at the rim; else the disc it is. */
function wheel(shape: Shape & { kind: 'cylinder' }): Shape[] {
  const { radius, at = zero, turn = [1, 0, 0, 0] } = shape;
  if ((shape.rim ?? 0) < 0.6) return [shape];
  const tube = 0.07 * radius;
  const spokes = Array.from({ length: 6 }, (_, i): Shape => {
    const angle = (Math.PI * i) / 6;
    const arm = rotate(turn, times(radius - tube, [Math.cos(angle), Math.sin(angle), 0]));
    return { kind: 'rod', from: add(at, arm, -1), to: add(at, arm), radius: 0.012 * radius, paint: 'steel' };
  });
  return [
    { kind: 'ring', radius: radius - tube, tube, at, turn, paint: 'tyre' },
    { kind: 'ring', radius: radius - 2.2 * tube, tube: 0.5 * tube, at, turn },
    ...spokes,
    { kind: 'cylinder', radius: 0.09 * radius, length: 0.3 * radius, at, turn },
  ];
}

/** How far a shape reaches from its middle. */
function reach(shape: Shape): number {
  if (shape.kind === 'box') return 0.5 * norm(shape.size);
  if (shape.kind === 'ellipsoid') return Math.max(...shape.radii);
  if (shape.kind === 'rod') return 0.5 * norm(sub(shape.to, shape.from)) + shape.radius;
  if (shape.kind === 'cylinder') return Math.max(shape.radius, 0.5 * shape.length);
  return 'radius' in shape ? shape.radius : 0;
}

/** What carries others in its middle, and is round and flat, is a ring about them: r² of the disc is twice that of the ring. */
function gimbal(solid: Shape, body: SceneBody): Shape {
  if (solid.kind !== 'cylinder' || solid.radius < 2 * solid.length || !body.points?.length) return solid;
  const radius = Math.SQRT1_2 * solid.radius;
  const { at, turn } = solid;
  return { kind: 'ring', radius, tube: Math.max(0.5 * solid.length, 0.04 * radius), ...(at ? { at } : {}), ...(turn ? { turn } : {}) };
}

/** Nothing is joined to it but what it hangs on: the solid of its inertia, and a stem where that lies apart. */
function lone(shape: Shape, body: SceneBody, width: number): Shape[] {
  const solid = shape.kind === 'ellipsoid' ? gimbal(solid_of(shape), body) : shape;
  const center = shape.at ?? zero;
  const away = norm(center);
  const stem: Shape[] = body.joint && away > 1e-9 ? [{ kind: 'rod', from: zero, to: center, radius: Math.min(0.6 * width, 0.08 * away) }] : [];
  return [solid, ...(solid.kind === 'rod' && away < 1.1 * reach(solid) ? [] : stem)];
}

/** A ball of a point mass: heavier ones are larger. */
function point_mass(shape: Shape, body: SceneBody, heaviest: number, size: number): Shape[] {
  const center = shape.at ?? zero;
  const share = heaviest > 0 ? Math.cbrt((body.mass ?? heaviest) / heaviest) : 1;
  const ball: Shape = { kind: 'sphere', radius: Math.max(0.03, 0.07 * share) * size, at: center };
  const stem: Shape[] = norm(center) > 1e-9 * size ? [{ kind: 'rod', from: zero, to: center, radius: 0.5 * bar * size, paint: 'steel' }] : [];
  return [ball, ...stem];
}

/** A rod that goes out of a tube: it slides along itself. */
function is_telescope(links: Shape[], axis: Vector): boolean {
  return links.some((link) => link.kind === 'rod' && norm(cross(unit(sub(link.to, link.from)), axis)) < 0.2);
}

/** The block that slides. */
function block(axis: Vector, width: number): Shape {
  return { kind: 'box', size: [3.4 * width, 3.4 * width, 5 * width], turn: turn_to(axis) };
}

/** A leg of two parts: the upper one, of which nothing is known but its end, goes out of the lower one. */
const is_leg = (body: SceneBody, low: number, size: number): boolean =>
  (body.joint?.parent ?? -1) >= 0 && low > 6 * bar * size && distinct([zero, ...(body.points ?? [])], size).length === 1;

function own_looks(body: SceneBody, heaviest: number, { size, travel }: Wardrobe): Shape[] {
  const [first, ...rods] = body.shapes;
  if (!first || body.given || first.kind === 'rod') return body.shapes;
  const width = bar * size;
  if (first.kind === 'cylinder') return [...wheel(first), ...rods.filter((rod) => rod.kind === 'rod' && norm(rod.to) > first.radius)];
  if (first.kind === 'sphere' && first.radius > 0) return [first];
  const { joint } = body;
  const slider = joint && slides.includes(joint.kind) ? joint : undefined;
  // Records of older programs tell of points only by the rods to them.
  const points = body.points ?? (body.mass === undefined ? rods.flatMap((rod) => (rod.kind === 'rod' ? [rod.to] : [])) : []);
  const places = distinct([...(joint || body.mass === undefined || points.length === 0 ? [zero] : []), ...points], size);
  const ghost: Shape[] = first.kind === 'ellipsoid' ? [{ ...first, look: 'inertia' }] : [];
  const axis = joint && turns_on.includes(joint.kind) ? unit(joint.own_axis) : undefined;
  const links = places.length > 1 ? link_through(places, width, axis) : [];
  const low = slider ? travel(body)[0] : 0;
  if (slider && is_leg(body, low, size)) return [{ kind: 'rod', from: times(-0.7 * low, unit(slider.own_axis)), to: zero, radius: 0.6 * width }, ...ghost];
  if (slider && is_telescope(links, unit(slider.own_axis))) return [...links.map((link) => ({ ...link, radius: 0.6 * width })), ...ghost];
  if (slider) return [block(unit(slider.own_axis), width), ...links, ...ghost];
  if (first.kind === 'sphere') return [...point_mass(first, body, heaviest, size), ...links];
  return links.length > 0 ? [...links, ...ghost] : lone(first, body, width);
}

/** What joins a body to its parent, at the body's origin. */
function pin(body: SceneBody, width: number): Shape[] {
  const { joint } = body;
  if (!joint || body.given) return [];
  if (joint.kind === 'hinge') return [{ kind: 'cylinder', radius: 0.6 * width, length: 3.2 * width, turn: turn_to(unit(joint.own_axis)), paint: 'pin' }];
  if (joint.kind === 'ball' || joint.kind === 'universal') return [{ kind: 'sphere', radius: 1.2 * width, paint: 'pin' }];
  return [];
}

/** What hangs on the ground by a given shape that does not reach its joint: by a wire. */
function wire(body: SceneBody, size: number): Shape[] {
  const { joint, shapes } = body;
  if (!body.given || !joint || joint.parent >= 0 || (joint.kind !== 'hinge' && joint.kind !== 'ball')) return [];
  const middle = (shape: Shape): Vector => (shape.kind === 'rod' ? times(0.5, add(shape.from, shape.to)) : (shape.at ?? zero));
  const apart = shapes.filter((shape) => shape.kind !== 'hull' && shape.kind !== 'mesh' && norm(middle(shape)) > 1.02 * reach(shape));
  if (shapes.length === 0 || apart.length < shapes.length) return [];
  return [{ kind: 'rod', from: zero, to: middle(apart[0]!), radius: 0.25 * bar * size, paint: 'steel' }];
}

/** The rail of what slides, or the tube that it goes into, in the frame of its parent. */
function rail(body: SceneBody, { size, travel }: Wardrobe): Shape[] {
  const { joint } = body;
  if (!joint || joint.kind === 'screw' || !slides.includes(joint.kind)) return [];
  const [low, high] = travel(body);
  const axis = unit(joint.axis);
  const tube = body.given || is_telescope(link_through(distinct([zero, ...(body.points ?? [])], size), bar * size), unit(joint.own_axis));
  if (is_leg(body, low, size)) return [{ kind: 'rod', from: joint.at, to: add(joint.at, axis, 0.75 * low), radius: 1.25 * bar * size }];
  if (tube && joint.parent < 0) return [];
  if (tube) return low > 0 ? [{ kind: 'rod', from: joint.at, to: add(joint.at, axis, 0.98 * low), radius: 1.25 * bar * size }] : [];
  const room = 6 * bar * size;
  return [{ kind: 'rod', from: add(joint.at, axis, low - room), to: add(joint.at, axis, high + room), radius: 0.55 * bar * size, paint: 'rail' }];
}

/** The bodies, each with its own looks; and what stands still. */
export function dress_all(bodies: SceneBody[], wardrobe: Wardrobe): { bodies: SceneBody[]; still: Shape[] } {
  const masses = bodies.filter(({ shapes: [first] }) => first?.kind === 'sphere' && first.radius === 0).map(({ mass }) => mass ?? 0);
  const heaviest = Math.max(0, ...masses);
  const dressed = bodies.map((body) => ({
    ...body,
    shapes: [...own_looks(body, heaviest, wardrobe), ...wire(body, wardrobe.size), ...pin(body, bar * wardrobe.size)],
  }));
  const still: Shape[] = [];
  for (const body of bodies) (dressed[body.joint?.parent ?? -1]?.shapes ?? still).push(...rail(body, wardrobe));
  return { bodies: dressed, still };
}

export const dress = (bodies: SceneBody[], wardrobe: Wardrobe = own_length): SceneBody[] => dress_all(bodies, wardrobe).bodies;
