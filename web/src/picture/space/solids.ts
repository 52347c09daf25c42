// SPDX-License-Identifier: Apache-2.0
// The bodies: solid parts, parts that are seen through, and lines on them, each in one call.

import { Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial } from 'three';
import type { Pose } from '../../data/pose';
import type { SceneBody } from '../../data/scene';
import { lines_of } from './edges';
import { parts_of, unit_geometry } from './parts';
import { join, PoseTexture } from './posed';

const most_lined = 1000; // parts with lines on them: of more they are a third of the work, and a blur

export class Solids {
  readonly group = new Group();
  readonly many: boolean;
  private readonly poses: PoseTexture;
  private readonly fill = new MeshLambertMaterial({ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  private readonly glass = new MeshLambertMaterial({ transparent: true, opacity: 0.24, depthWrite: false });
  private readonly edge = new LineBasicMaterial({ transparent: true, opacity: 0.6 });

  constructor(bodies: SceneBody[]) {
    this.poses = new PoseTexture(bodies.length);
    const { parts, many } = parts_of(bodies);
    this.many = many;
    for (const [through, material] of [[false, this.fill], [true, this.glass]] as const) {
      const some = parts.filter(({ look }) => (look !== undefined) === through);
      const pieces = some.map(({ body, family, lie }) => ({ body, geometry: unit_geometry(family, many).applyMatrix4(lie) }));
      if (pieces.length > 0) this.take(new Mesh(join(pieces), material));
    }
    if (parts.length > most_lined) return;
    const lines = bodies.flatMap(({ shapes }, body) => lines_of(shapes, many ? 8 : 48).map((geometry) => ({ body, geometry })));
    if (lines.length > 0) this.take(new LineSegments(join(lines), this.edge));
  }

  recolour(colour: (name: string) => string): void {
    this.fill.color.set(colour('solid'));
    this.glass.color.set(colour('solid'));
    this.edge.color.set(colour('solid-edge'));
  }

  move(poses: Pose[]): void {
    this.poses.set(poses);
  }

  private take(object: Mesh | LineSegments): void {
    this.poses.teach(object.material as MeshLambertMaterial | LineBasicMaterial);
    object.frustumCulled = false; // its box is that of bodies at the origin
    this.group.add(object);
  }
}
