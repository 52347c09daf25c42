// SPDX-License-Identifier: Apache-2.0
// Balls, bars and arrows: many of one kind in one call, each instance moved by its matrix.

import {
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  type Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Vector } from '../../data/scene';
import type { Arrow } from '../forces';
import { y_axis } from './parts';

const none: Vector = [0, 0, 0];
const along = new Vector3();
const middle = new Vector3();
const size = new Vector3();
const turn = new Quaternion();
const matrix = new Matrix4();

function many(geometry: BufferGeometry, count: number, material: Material = new MeshStandardMaterial({ roughness: 0.4, metalness: 0.15 })): InstancedMesh {
  const made = new InstancedMesh(geometry, material, Math.max(1, count));
  made.count = count;
  made.frustumCulled = false; // its box is that of one instance at the origin
  return made;
}

export class Balls {
  readonly mesh: InstancedMesh;

  constructor(count: number) {
    this.mesh = many(new SphereGeometry(1, 32, 20), count);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  set(i: number, at: Vector, radius: number): void {
    matrix.makeScale(radius, radius, radius).setPosition(...at);
    this.mesh.setMatrixAt(i, matrix);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  paint(i: number, colour: string): void {
    this.mesh.setColorAt(i, new Color(colour));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

/** Lays a unit cylinder or cone (along y, centred) between two places. */
function lay(mesh: InstancedMesh, i: number, from: Vector3, way: Vector3, radius: number): void {
  const length = way.length();
  middle.copy(from).addScaledVector(way, 0.5);
  // A vanishing length keeps a proper matrix and covers no pixel.
  if (length > 0) turn.setFromUnitVectors(y_axis, size.copy(way).divideScalar(length));
  else turn.identity();
  const wide = length > 0 ? radius : 0;
  matrix.compose(middle, turn, size.set(wide, length, wide));
  mesh.setMatrixAt(i, matrix);
  mesh.instanceMatrix.needsUpdate = true;
}

export class Bars {
  readonly mesh: InstancedMesh;
  private readonly from = new Vector3();

  constructor(count: number) {
    this.mesh = many(new CylinderGeometry(1, 1, 1, 16), count);
    this.mesh.castShadow = true;
  }

  set(i: number, from: Vector, to: Vector, radius: number): void {
    this.from.set(...from);
    lay(this.mesh, i, this.from, along.set(...to).sub(this.from), radius);
  }

  paint(colour: string): void {
    (this.mesh.material as MeshStandardMaterial).color.set(colour);
  }
}

/** A cylinder of length 1 along y, in four pieces. */
function dashes(): BufferGeometry {
  const pieces = [0, 1, 2, 3].map((i) => new CylinderGeometry(1, 1, 0.16, 10).translate(0, -0.42 + 0.28 * i, 0));
  return mergeGeometries(pieces);
}

/** loose: dashed shafts and hollow heads, for forces that are not unique. */
export class Arrows {
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh; // two for each: an arrow that was cut shows both
  private readonly from = new Vector3();
  private readonly neck = new Vector3();
  private readonly tip = new Vector3();

  constructor(
    private readonly count: number,
    loose: boolean,
  ) {
    this.shafts = many(loose ? dashes() : new CylinderGeometry(1, 1, 1, 10), count, new MeshBasicMaterial({ toneMapped: false }));
    this.heads = many(new ConeGeometry(1, 1, loose ? 8 : 16, 1, loose), 2 * count, new MeshBasicMaterial({ toneMapped: false }));
    if (loose) (this.heads.material as MeshBasicMaterial).wireframe = true;
  }

  get meshes(): InstancedMesh[] {
    return [this.shafts, this.heads];
  }

  paint(i: number, colour: string): void {
    this.shafts.setColorAt(i, new Color(colour));
    this.heads.setColorAt(i, new Color(colour));
    this.heads.setColorAt(this.count + i, new Color(colour));
    for (const { instanceColor } of this.meshes) if (instanceColor) instanceColor.needsUpdate = true;
  }

  /** radius: of the shaft. The head is seven radii long, or the most of a short arrow. */
  set(i: number, arrow: Arrow | undefined, radius: number): void {
    this.from.set(...(arrow?.foot ?? none));
    along.set(...(arrow?.way ?? none));
    const length = along.length();
    const head = Math.min(7 * radius, 0.6 * length);
    const share = length > 0 ? (length - head) / length : 0;
    this.neck.copy(this.from).addScaledVector(along, share);
    this.tip.copy(along).multiplyScalar(1 - share);
    lay(this.heads, i, this.neck, this.tip, 0.4 * head);
    lay(this.heads, this.count + i, this.neck.addScaledVector(this.tip, -0.9), this.tip, arrow?.cut ? 0.4 * head : 0);
    lay(this.shafts, i, this.from, along.multiplyScalar(share), Math.min(radius, head / 4));
  }
}
