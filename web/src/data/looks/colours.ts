// SPDX-License-Identifier: Apache-2.0
// A colour for each body and each point: twins have the same, the members of a small family different ones.

import type { Entry, Scene, SceneBody } from '../scene';

export const part_colours = 8;

/** The number of a colour of the page, −1 for what stands still; or a colour that the model gives, #rrggbb. */
export type Tint = number | string;

const family = (name: string): string => /^(.*)\[[^\]]*\]$/.exec(name)?.[1] ?? '';

const stands_still = (body: SceneBody): boolean =>
  [...body.origin, ...body.turn].every((entry: Entry) => typeof entry !== 'number');

/** Bodies with one mass, one inertia, one joint and parents that are twins: left and right. */
function likeness(body: SceneBody, parent: string): string {
  const { joint, mass, shapes } = body;
  if (!joint || !mass) return '';
  const inertia = shapes.find((shape) => shape.kind === 'ellipsoid');
  const looks = body.given ? JSON.stringify(shapes) : inertia?.kind === 'ellipsoid' ? inertia.radii.map((x) => x.toPrecision(6)).sort().join() : shapes[0]?.kind;
  return [joint.kind, parent, mass, looks].join('|');
}

/** Of each of the bodies as the program wrote them. */
export function body_colours(bodies: SceneBody[]): Tint[] {
  const members = new Map<string, number>();
  for (const { name } of bodies) members.set(family(name), (members.get(family(name)) ?? 0) + 1);
  const known = new Map<string, number>();
  const made: Tint[] = [];
  let next = 0;
  const given = (key: string): number => {
    const found = known.get(key) ?? next++ % part_colours;
    known.set(key, found);
    return found;
  };
  for (const body of bodies) {
    const own = family(body.name);
    const parent = body.joint?.parent ?? -1;
    const like = likeness(body, String(parent < 0 ? -1 : made[parent]));
    if (body.color) made.push(body.color);
    else if (stands_still(body)) made.push(-1);
    else if (own && members.get(own)! > part_colours) made.push(given(`family ${own}`));
    else if (own || !like) made.push(given(`body ${body.name}`));
    else made.push(given(like));
  }
  return made;
}

/** Of each of the points; −1 for anchors. Points of the drawing that move with others have no colour of their own. */
export function point_colours(points: Scene['points']): Tint[] {
  const moving = points.filter(({ kind, color }) => kind !== 'anchor' && !color);
  const many = moving.length > part_colours;
  let next = 0;
  return points.map(({ kind, color }) => color ?? (kind === 'anchor' ? -1 : many ? 0 : next++ % part_colours));
}
