// SPDX-License-Identifier: Apache-2.0
// The bodies: solid parts, the ellipsoids of their inertia, and lines on them, each in one call.

import { BufferAttribute, type BufferGeometry, Color, Group, LineBasicMaterial, LineSegments, Mesh, MeshDepthMaterial, MeshStandardMaterial, RGBADepthPacking } from 'three';
import type { Pose } from '../../data/pose';
import type { Show } from '../../data/show';
import { paint_colour } from '../paint';
import { lines_of } from './edges';
import { type Part, parts_of } from './parts';
import { join, PoseTexture } from './posed';

const most_lined = 1000; // parts with lines on them: of more they are a third of the work, and a blur
const rest: Pose = { origin: [0, 0, 0], turn: [1, 0, 0, 0] };

export class Solids {
  readonly group = new Group();
  readonly many: boolean;
  private readonly poses: PoseTexture;
  private readonly fill = new MeshStandardMaterial({ vertexColors: true, roughness: 0.46, metalness: 0.12 });
  private readonly glass = new MeshStandardMaterial({ vertexColors: true, transparent: true, opacity: 0.24, depthWrite: false });
  // Seen on every colour, in the shade too.
  private readonly edge = new LineBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.55 });
  private readonly painted: { geometry: BufferGeometry; pieces: { part: Part; count: number }[] }[] = [];
  private ghosts: Mesh | undefined;

  constructor(private readonly show: Show) {
    const { bodies, still } = show.scene;
    this.poses = new PoseTexture(bodies.length + 1);
    const { parts, many } = parts_of(bodies, still);
    this.many = many;
    const solid = this.mesh(parts.filter(({ look }) => look === undefined), this.fill);
    if (solid && !many) {
      solid.castShadow = solid.receiveShadow = true;
      // The shadow is drawn by another material, which must move what it draws, too.
      solid.customDepthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
      this.poses.teach(solid.customDepthMaterial);
    }
    this.ghosts = this.mesh(parts.filter(({ look }) => look === 'inertia'), this.glass);
    if (parts.length > most_lined) return;
    const lines = bodies.flatMap(({ shapes }, body) => lines_of(shapes, many ? 8 : 48).map((geometry) => ({ body, geometry })));
    if (lines.length > 0) this.take(new LineSegments(join(lines), this.edge));
  }

  get hasInertias(): boolean {
    return this.ghosts !== undefined;
  }

  recolour(): void {
    const mixed = new Color();
    for (const { geometry, pieces } of this.painted) {
      const tint = geometry.attributes.color as BufferAttribute;
      let at = 0;
      for (const { part, count } of pieces) {
        mixed.set(paint_colour(part.paint, this.show.colours.bodies[part.body]));
        for (let i = 0; i < count; ++i, ++at) tint.setXYZ(at, mixed.r, mixed.g, mixed.b);
      }
      tint.needsUpdate = true;
    }
  }

  move(poses: Pose[], inertia: boolean): void {
    this.poses.set([...poses, rest]);
    if (this.ghosts) this.ghosts.visible = inertia;
  }

  private mesh(parts: Part[], material: MeshStandardMaterial): Mesh | undefined {
    if (parts.length === 0) return undefined;
    const pieces = parts.map((part) => ({ part, body: part.body, geometry: part.geometry(this.many) }));
    const counts = pieces.map(({ part, geometry }) => ({ part, count: geometry.attributes.position!.count }));
    const geometry = join(pieces);
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * geometry.attributes.position!.count), 3));
    this.painted.push({ geometry, pieces: counts });
    const made = new Mesh(geometry, material);
    this.take(made);
    return made;
  }

  private take(object: Mesh | LineSegments): void {
    this.poses.teach(object.material as MeshStandardMaterial | LineBasicMaterial);
    object.frustumCulled = false; // its box is that of bodies at the origin
    this.group.add(object);
  }
}
