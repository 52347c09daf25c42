// SPDX-License-Identifier: Apache-2.0
// What the shapes of bodies are made of: boxes, balls and tubes of size 1, stretched and laid in the frame of their body.

import { BoxGeometry, BufferGeometry, CylinderGeometry, Float32BufferAttribute, Matrix4, Quaternion, SphereGeometry, TorusGeometry, Vector3 } from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import type { SceneBody, Shape, Vector } from '../../data/scene';
import { plate_geometry } from './plates';

type Family = 'box' | 'ball' | 'end' | 'tube';

export interface Part {
  body: number;
  look: Shape['look'];
  paint: Shape['paint'];
  end: boolean; // the round end of a rod
  geometry: (many: boolean) => BufferGeometry; // in the frame of its body
}

export const y_axis = new Vector3(0, 1, 0);
const one = new Vector3(1, 1, 1);

/** many: seen small, they can do with fewer corners; without a graphics card every corner counts. */
function unit_geometry(family: Family, many: boolean): BufferGeometry {
  if (family === 'box') return new BoxGeometry(1, 1, 1);
  if (family === 'ball') return many ? new SphereGeometry(1, 8, 4) : new SphereGeometry(1, 40, 24);
  if (family === 'end') return new SphereGeometry(1, 16, 10);
  return new CylinderGeometry(1, 1, 1, many ? 6 : 32); // along y
}

/** Only what all parts have, so that they can be joined: places, normals and the order of corners. */
function plain(made: BufferGeometry): BufferGeometry {
  made.deleteAttribute('uv');
  if (!made.index) made.setIndex(Array.from({ length: made.attributes.position!.count }, (_, i) => i));
  return made;
}

/** Where a shape lies in its body. */
export function frame_of(shape: Shape): Matrix4 {
  const [w, x, y, z] = shape.turn ?? [1, 0, 0, 0];
  return new Matrix4().compose(new Vector3(...(shape.at ?? [0, 0, 0])), new Quaternion(x, y, z, w), one);
}

const stretched = (a: number, b: number, c: number): Matrix4 => new Matrix4().makeScale(a, b, c);
const to_z = new Matrix4().makeRotationX(Math.PI / 2); // three's tubes stand along y, ours along z

/** A rod is a tube with a ball at either end. */
function rod_parts(from: Vector, to: Vector, radius: number): [Family, Matrix4][] {
  const start = new Vector3(...from);
  const along = new Vector3(...to).sub(start);
  const length = along.length();
  const turn = new Quaternion();
  if (length > 0) turn.setFromUnitVectors(y_axis, along.clone().divideScalar(length));
  const middle = start.clone().addScaledVector(along, 0.5);
  const end = (place: Vector): Matrix4 => stretched(radius, radius, radius).setPosition(...place);
  const ends: [Family, Matrix4][] = [['end', end(from)], ['end', end(to)]];
  return length > 0 ? [['tube', new Matrix4().compose(middle, turn, new Vector3(radius, length, radius))], ...ends] : ends;
}

type Simple = Exclude<Shape, { kind: 'hull' | 'mesh' | 'ring' | 'plate' }>;

function own_parts(shape: Simple): [Family, Matrix4][] {
  switch (shape.kind) {
    case 'box':
      return [['box', stretched(...shape.size)]];
    case 'sphere':
      return [['ball', stretched(shape.radius, shape.radius, shape.radius)]];
    case 'ellipsoid':
      return [['ball', stretched(...shape.radii)]];
    case 'cylinder':
      return [['tube', to_z.clone().multiply(stretched(shape.radius, shape.length, shape.radius))]];
    case 'rod':
      return rod_parts(shape.from, shape.to, shape.radius);
  }
}

/** Each triangle with its own normal: edges of parts are sharp. */
function faceted({ corners, triangles }: Shape & { kind: 'mesh' }): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute('position', new Float32BufferAttribute(triangles.flatMap((corner) => corners[corner]!), 3));
  made.computeVertexNormals();
  return made;
}

function special(shape: Shape, many: boolean): BufferGeometry | undefined {
  if (shape.kind === 'hull') return new ConvexGeometry(shape.corners.map((corner) => new Vector3(...corner)));
  if (shape.kind === 'mesh') return faceted(shape);
  if (shape.kind === 'plate') return plate_geometry(shape);
  if (shape.kind === 'ring') return new TorusGeometry(shape.radius, shape.tube, many ? 5 : 14, many ? 16 : 64);
  return undefined;
}

function parts_in({ shapes }: Pick<SceneBody, 'shapes'>, body: number): Part[] {
  return shapes.flatMap((shape): Part[] => {
    const common = { body, look: shape.look, paint: shape.paint };
    if (shape.kind === 'hull' || shape.kind === 'mesh' || shape.kind === 'ring' || shape.kind === 'plate')
      return [{ ...common, end: false, geometry: (many) => plain(special(shape, many)!.applyMatrix4(frame_of(shape))) }];
    return own_parts(shape).map(([family, lie]) => ({
      ...common,
      end: family === 'end',
      geometry: (many) => plain(unit_geometry(family, many).applyMatrix4(frame_of(shape).multiply(lie))),
    }));
  });
}

/** More parts than this are each small on the screen. */
const many_parts = 300;

/** Of very many parts the round ends of rods and the inertias are left out. still: what stands still, after the last of the bodies. */
export function parts_of(bodies: SceneBody[], still: Shape[]): { parts: Part[]; many: boolean } {
  const all = [...bodies, { shapes: still }].flatMap(parts_in);
  const many = all.length > many_parts;
  return { parts: many ? all.filter(({ look, end }) => look !== 'inertia' && !end) : all, many };
}
