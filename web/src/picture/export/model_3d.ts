// SPDX-License-Identifier: Apache-2.0
// The motion as a model in space that other programs open (glTF): bodies, points and rods, each moving as in the picture.

import type { Tint } from '../../data/looks/colours';
import { BufferGeometry, Color, CylinderGeometry, Float32BufferAttribute, Quaternion, SphereGeometry, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { curve_at, surface_at } from '../../data/guides';
import { path_of } from '../../data/paths';
import { Poses } from '../../data/pose';
import type { Vector } from '../../data/scene';
import type { Show } from '../../data/show';
import { colour } from '../../page/theme';
import { paint_colour, part_colour, trace_colour } from '../paint';
import { type Part, parts_of, y_axis } from '../space/parts';
import type { Stage } from '../stage';
import { Gltf } from './gltf';

const most = 900; // moments of the motion: 30 a second for as long as a run is played

type Rgb = [number, number, number];

/** Linear, as glTF has it. */
function rgb(text: string): Rgb {
  const { r, g, b } = new Color(text);
  return [r, g, b];
}

/** The parts of each colour as one geometry. */
function by_colour(parts: Part[], of_body: Tint | undefined): { geometry: BufferGeometry; rgb: Rgb }[] {
  const found = new Map<string, BufferGeometry[]>();
  for (const part of parts) {
    const key = paint_colour(part.paint, of_body);
    found.set(key, [...(found.get(key) ?? []), part.geometry(false)]);
  }
  return [...found].map(([key, some]) => ({ geometry: mergeGeometries(some), rgb: rgb(key) }));
}

/** All poses that are kept, with their times on the wall. */
function moments(show: Show): { poses: Poses[]; seconds: Float32Array<ArrayBuffer> } {
  const { track, clock, scene } = show;
  const count = Math.min(most, Math.max(2, track.count));
  const at = Array.from({ length: count }, (_, i) => track.start + ((track.end - track.start) * i) / (count - 1));
  return { poses: at.map((t) => new Poses(scene, track, track.moment(t))), seconds: Float32Array.from(at, (t) => (t - track.start) / clock.pace) };
}

class Exporter {
  readonly file = new Gltf();
  readonly children: number[] = [];
  private readonly poses: Poses[];
  private readonly times: number | undefined; // none: nothing moves

  constructor(
    private readonly show: Show,
    private readonly stage: Stage,
  ) {
    const { poses, seconds } = moments(show);
    this.poses = poses;
    this.times = seconds[seconds.length - 1]! > 0 ? this.file.times(seconds) : undefined;
  }

  private put(name: string, mesh: number, place: object): number {
    const node = this.file.node({ name, mesh, ...place });
    this.children.push(node);
    return node;
  }

  private move(node: number, path: 'translation' | 'rotation' | 'scale', value: (poses: Poses) => number[]): void {
    if (this.times !== undefined) this.file.move(node, path, this.times, Float32Array.from(this.poses.flatMap(value)));
  }

  bodies(): void {
    const { bodies, still } = this.show.scene;
    const { parts } = parts_of(bodies, still);
    const solid = parts.filter(({ look }) => look === undefined);
    bodies.forEach(({ name }, i) => {
      const made = by_colour(solid.filter(({ body }) => body === i), this.show.colours.bodies[i]);
      if (made.length === 0) return;
      const turn = ({ bodies: all }: Poses): number[] => [all[i]!.turn[1], all[i]!.turn[2], all[i]!.turn[3], all[i]!.turn[0]];
      const node = this.put(name, this.file.mesh(made), { translation: this.poses[0]!.bodies[i]!.origin, rotation: turn(this.poses[0]!) });
      this.move(node, 'translation', ({ bodies: all }) => all[i]!.origin);
      // The shorter of the two ways round: neighbours on the same half of the sphere.
      let before = turn(this.poses[0]!);
      this.move(node, 'rotation', (poses) => {
        const now = turn(poses);
        before = now.reduce((sum, x, k) => sum + x * before[k]!, 0) < 0 ? now.map((x) => -x) : now;
        return before;
      });
    });
    const ground = by_colour(solid.filter(({ body }) => body === bodies.length), undefined);
    if (ground.length > 0) this.put('ground', this.file.mesh(ground), {});
  }

  points(): void {
    const { points } = this.show.scene;
    const radius = this.show.ball || this.stage.look.ball(points.length);
    const ball = new SphereGeometry(radius, 24, 16);
    points.forEach(({ name, kind, hidden, radius: own }, i) => {
      if (hidden) return;
      const tint = kind === 'anchor' ? colour('pin') : part_colour(this.show.colours.points[i]);
      const size = own ? own / radius : kind === 'particle' || this.show.ball > 0 ? 1 : 0.6;
      const node = this.put(name, this.file.mesh([{ geometry: ball, rgb: rgb(tint) }]), { translation: this.poses[0]!.points[i], scale: [size, size, size] });
      if (kind !== 'anchor') this.move(node, 'translation', (poses) => poses.points[i]!);
    });
  }

  rods(): void {
    const { rods } = this.show.scene;
    if (rods.length === 0) return;
    const wide = Math.min(0.005 * this.stage.look.unit, 0.01 * this.show.size);
    const mesh = this.file.mesh([{ geometry: new CylinderGeometry(wide, wide, 1, 12), rgb: rgb(colour('steel')) }]);
    for (const rod of rods) {
      const lie = (poses: Poses): { translation: Vector; rotation: number[]; scale: Vector } => {
        const [from, to] = [new Vector3(...poses.place(rod.from)), new Vector3(...poses.place(rod.to))];
        const length = from.distanceTo(to);
        const turn = length > 0 ? new Quaternion().setFromUnitVectors(y_axis, to.clone().sub(from).divideScalar(length)) : new Quaternion();
        return { translation: from.add(to).multiplyScalar(0.5).toArray() as Vector, rotation: turn.toArray(), scale: [1, length, 1] };
      };
      const node = this.put(rod.name, mesh, lie(this.poses[0]!));
      for (const path of ['translation', 'rotation', 'scale'] as const) this.move(node, path, (poses) => lie(poses)[path]);
    }
  }

  /** What guides the motion, where it is when that begins; and the traces that are seen. */
  lines(): void {
    const { scene, track } = this.show;
    for (const curve of scene.curves) {
      const { points, closed } = curve_at(curve, track.start);
      if (points.length > 1) this.put(curve.name, this.file.line(Float32Array.from(points.flat()), closed, rgb(colour('guide'))), {});
    }
    scene.traces.forEach((trace, i) => {
      const { xyz } = path_of(scene, track, trace);
      if (xyz.length > 3 && !this.stage.look.untraced.has(i)) this.put(`trace ${trace.name ?? i}`, this.file.line(Float32Array.from(xyz), false, rgb(trace_colour(this.show, trace))), {});
    });
  }

  surfaces(): void {
    for (const surface of this.show.scene.surfaces) {
      const { vertices, triangles } = surface_at(surface, this.show.track.start);
      if (triangles.length === 0) continue;
      const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(vertices, 3)).setIndex(triangles);
      geometry.computeVertexNormals();
      this.put(surface.name, this.file.mesh([{ geometry, rgb: rgb(colour('guide')), opacity: 0.3 }]), {});
    }
  }
}

/** The chosen run as a binary glTF file. Its y axis is up; it takes as long as the picture at speed 1. */
export function model_of(show: Show, stage: Stage): BlobPart[] {
  const made = new Exporter(show, stage);
  made.bodies();
  made.points();
  made.rods();
  made.lines();
  made.surfaces();
  const up = new Vector3(...show.scene.up).normalize();
  const rotation = new Quaternion().setFromUnitVectors(up, y_axis).toArray();
  const { title } = show.scene;
  return made.file.bytes(made.file.node({ name: title, rotation, children: made.children }), title);
}
