// SPDX-License-Identifier: Apache-2.0
// The shapes of bodies as meshes: one group a body, moved as a whole.

import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Pose } from '../../data/pose';
import type { SceneBody, Shape } from '../../data/scene';

export const y_axis = new Vector3(0, 1, 0);

/** The geometry, laid into the shape's own frame (three's cylinders stand along y, ours along z). */
function geometry_of(shape: Shape): BufferGeometry {
  switch (shape.kind) {
    case 'box':
      return new BoxGeometry(...shape.size);
    case 'sphere':
      return new SphereGeometry(shape.radius, 32, 20);
    case 'ellipsoid':
      return new SphereGeometry(1, 40, 24).scale(...shape.radii);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, shape.length, 48).rotateX(Math.PI / 2);
    case 'rod': {
      const from = new Vector3(...shape.from);
      const along = new Vector3(...shape.to).sub(from);
      const length = along.length();
      const made = new CapsuleGeometry(shape.radius, length, 4, 14);
      if (length > 0) made.applyQuaternion(new Quaternion().setFromUnitVectors(y_axis, along.clone().normalize()));
      return made.translate(from.x + along.x / 2, from.y + along.y / 2, from.z + along.z / 2);
    }
  }
}

function ellipse(a: Vector3, b: Vector3, at: number): number[] {
  const places: number[] = [];
  for (let i = 0; i < 48; ++i)
    for (const k of [i, i + 1]) {
      const angle = (2 * Math.PI * k) / 48;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      places.push(a.x * c + b.x * s, a.y * c + b.y * s, a.z * c + b.z * s + at);
    }
  return places;
}

/** A round thing that turns about its axis looks at rest: lines on it show that it turns. */
function marks_on(shape: Shape): BufferGeometry | undefined {
  if (shape.kind === 'rod') return undefined;
  if (shape.kind === 'box') return new EdgesGeometry(new BoxGeometry(...shape.size), 1);
  const lift = 1.004; // off the surface, which would cover every other pixel
  const places: number[] = [];
  if (shape.kind === 'cylinder') {
    const r = lift * shape.radius;
    for (const at of [-0.5, 0.5]) {
      const z = lift * at * shape.length;
      places.push(...ellipse(new Vector3(r, 0, 0), new Vector3(0, r, 0), z));
      places.push(-r, 0, z, r, 0, z, 0, -r, z, 0, r, z);
    }
  } else {
    const [a, b, c] = (shape.kind === 'sphere' ? [shape.radius, shape.radius, shape.radius] : shape.radii) as [number, number, number];
    const axes = [new Vector3(lift * a, 0, 0), new Vector3(0, lift * b, 0), new Vector3(0, 0, lift * c)] as const;
    for (const [i, k] of [[0, 1], [1, 2], [2, 0]] as const) places.push(...ellipse(axes[i], axes[k], 0));
  }
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(places, 3));
}

export class Solids {
  readonly group = new Group();
  private readonly bodies: Group[];
  private readonly fill = new MeshLambertMaterial({ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  private readonly hint = new MeshLambertMaterial({ transparent: true, opacity: 0.22, depthWrite: false });
  private readonly edge = new LineBasicMaterial({ transparent: true, opacity: 0.6 });

  constructor(bodies: SceneBody[]) {
    this.bodies = bodies.map((body) => {
      const made = new Group();
      // Where rods show what a body is, the ellipsoid of its inertia only hints.
      const rods = body.shapes.some(({ kind }) => kind === 'rod');
      for (const shape of body.shapes) made.add(this.part(shape, rods && shape.kind === 'ellipsoid'));
      this.group.add(made);
      return made;
    });
  }

  recolour(colour: (name: string) => string): void {
    this.fill.color.set(colour('solid'));
    this.hint.color.set(colour('solid'));
    this.edge.color.set(colour('solid-edge'));
  }

  move(poses: Pose[]): void {
    poses.forEach(({ origin, turn }, i) => {
      const body = this.bodies[i]!;
      body.position.set(...origin);
      body.quaternion.set(turn[1], turn[2], turn[3], turn[0]);
    });
  }

  private part(shape: Shape, hint: boolean): Group {
    const made = new Group();
    made.add(new Mesh(geometry_of(shape), hint ? this.hint : this.fill));
    const lines = marks_on(shape);
    if (lines && !hint) made.add(new LineSegments(lines, this.edge));
    if (shape.at) made.position.set(...shape.at);
    if (shape.turn) made.quaternion.set(shape.turn[1], shape.turn[2], shape.turn[3], shape.turn[0]);
    return made;
  }
}

