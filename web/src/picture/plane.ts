// SPDX-License-Identifier: Apache-2.0
// The picture on a flat canvas: for planar models, and for all where the browser has no WebGL.

import { type Path, passed, path_of } from '../data/paths';
import { rotate, type Poses, vector_at } from '../data/pose';
import type { SceneRod, Vector } from '../data/scene';
import type { Show } from '../data/show';
import type { Track } from '../data/track';
import { colour } from '../page/theme';
import type { Camera } from './camera';
import { coil } from './coil';
import { draw_grid } from './grid';
import { arrow_colour, arrow_key, type Look } from './look';
import { hull, vertices } from './outline';
import { Pen } from './pen';
import { Ribbon } from './ribbon';
import type { Frame, View } from './view';

export class Plane implements View {
  readonly name = 'plane';
  readonly canvas = document.createElement('canvas');
  private readonly pen: Pen;
  private readonly paths = new Map<Track, Path[]>();
  private readonly still = new Ribbon();
  private readonly past = new Ribbon();
  private readonly solids: Vector[][][];
  private ink = new Map<string, string>();

  constructor(
    private readonly show: Show,
    private readonly look: Look,
    private readonly camera: Camera,
  ) {
    this.pen = new Pen(this.canvas.getContext('2d')!, camera);
    this.solids = show.scene.bodies.map((body) => body.shapes.map(vertices));
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.pen.width = width;
    this.pen.height = height;
    this.pen.draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  recolour(): void {
    this.ink.clear();
  }

  drawn(frame: Frame): [number, number][] {
    return [...frame.poses.points, ...frame.poses.bodies.map((body) => body.origin)].map((place) => this.pen.flat(place));
  }

  draw(frame: Frame): void {
    this.pen.begin(this.colour('stage'));
    if (this.camera.flat) draw_grid(this.pen, this.camera, this.colour('grid'), this.colour('muted'));
    this.drawGuides();
    if (this.look.traces) this.drawPaths(frame);
    this.drawBodies(frame.poses);
    for (const rod of this.show.scene.rods) this.drawRod(rod, frame.poses);
    this.drawFeet();
    this.drawPoints(frame);
    this.drawArrows(frame);
  }

  private colour(name: string): string {
    let found = this.ink.get(name);
    if (!found) this.ink.set(name, (found = colour(name)));
    return found;
  }

  private drawGuides(): void {
    for (const surface of this.show.scene.surfaces) this.drawMesh(surface.vertices, surface.triangles);
    for (const curve of this.show.scene.curves) this.pen.line(curve.points, this.colour('guide'), 2, [], curve.closed);
  }

  /** A surface as the edges of its triangles, in one stroke. */
  private drawMesh(xyz: number[], triangles: number[]): void {
    const flat = (i: number): [number, number] => this.pen.flat([xyz[3 * i]!, xyz[3 * i + 1]!, xyz[3 * i + 2]!]);
    const { draw } = this.pen;
    draw.beginPath();
    for (let k = 0; k + 2 < triangles.length; k += 3) {
      const [a, b, c] = [flat(triangles[k]!), flat(triangles[k + 1]!), flat(triangles[k + 2]!)];
      draw.moveTo(...a);
      draw.lineTo(...b);
      draw.lineTo(...c);
    }
    draw.strokeStyle = this.colour('grid');
    draw.lineWidth = 1;
    draw.stroke();
  }

  private pathsOf(track: Track): Path[] {
    let made = this.paths.get(track);
    if (!made) {
      const { scene } = this.show;
      made = scene.traces.map((place) => path_of(scene, track, place));
      this.paths.set(track, made);
    }
    return made;
  }

  /** Tracks that are not chosen dashed and faint, the chosen one strong, or its past stronger than its future. */
  private drawPaths(frame: Frame): void {
    const several = this.show.tracks.length > 1;
    const { still, past, pen } = this;
    const key = `${pen.key} ${this.show.chosen}`;
    const aside = { colour: this.colour('faint'), width: 1.5, dash: [5, 4] };
    const chosen = several
      ? { colour: this.colour('accent'), width: 2.5, dash: [] }
      : { colour: this.colour('trace-future'), width: 1.25, dash: [] };
    const strong = { colour: this.colour('trace'), width: 1.75, dash: [] };
    const others = this.show.tracks.filter((track) => track !== frame.track);
    const whole = [...others, frame.track].flatMap((track) =>
      this.pathsOf(track).map((path) => ({ at: pen.along(path.xyz), count: path.rows.length, stroke: track === frame.track ? chosen : aside })),
    );
    still.put(pen.draw, key, whole);
    if (several) return;
    const gone = this.pathsOf(frame.track).map((path) => ({ at: pen.along(path.xyz), count: passed(path, frame.along), stroke: strong }));
    past.put(pen.draw, key, gone);
  }

  private drawBodies(poses: Poses): void {
    const order = poses.bodies.map((_, i) => i).sort((a, b) => this.pen.depth(poses.bodies[a]!.origin) - this.pen.depth(poses.bodies[b]!.origin));
    const { draw } = this.pen;
    for (const i of order) {
      const { origin, turn } = poses.bodies[i]!;
      const { shapes } = this.show.scene.bodies[i]!;
      const rods = shapes.some(({ kind }) => kind === 'rod');
      this.solids[i]!.forEach((solid, k) => {
        const world = solid.map((v): Vector => {
          const w = rotate(turn, v);
          return [origin[0] + w[0], origin[1] + w[1], origin[2] + w[2]];
        });
        this.pen.polygon(hull(world.map((v) => this.pen.flat(v))), true);
        // Where rods show what a body is, the ellipsoid of its inertia only hints.
        const hint = rods && shapes[k]!.kind === 'ellipsoid';
        draw.globalAlpha = hint ? 0.25 : 1;
        draw.fillStyle = this.colour('solid');
        draw.fill();
        draw.strokeStyle = this.colour('solid-edge');
        draw.lineWidth = 1.5;
        if (!hint) draw.stroke();
        draw.globalAlpha = 1;
      });
    }
  }

  private drawRod(rod: SceneRod, poses: Poses): void {
    const from = poses.place(rod.from);
    const to = poses.place(rod.to);
    const { pen } = this;
    if (rod.kind === 'spring') pen.line(coil(from, to, pen.toward, 0.014 * this.look.unit), this.colour('rod'), 1.5);
    else if (rod.kind === 'closure') pen.line([from, to], this.colour('rod'), 1.5, [3, 4]);
    else pen.line([from, to], this.colour('rod'), rod.kind === 'draw' ? 2 : 3);
  }

  /** Where a rod ends at a place fixed in the world. */
  private drawFeet(): void {
    for (const rod of this.show.scene.rods)
      for (const end of [rod.from, rod.to])
        if (end.point === undefined && end.body === undefined && rod.kind !== 'draw') this.drawAnchor(end.at ?? [0, 0, 0]);
  }

  private drawPoints(frame: Frame): void {
    const { points } = this.show.scene;
    const size = Math.max(points.length > 30 ? 2.5 : 4, Math.min(9, this.pen.pixels(this.look.ball(points.length))));
    for (const other of frame.others)
      points.forEach((point, i) => {
        if (point.kind !== 'anchor') this.pen.dot(other.points[i]!, 0.6 * size, this.colour('stage'), this.colour('muted'));
      });
    points.forEach((point, i) => {
      const place = frame.poses.points[i]!;
      if (point.kind === 'anchor') this.drawAnchor(place);
      else this.pen.dot(place, point.kind === 'draw' ? 0.75 * size : size, this.colour('accent'), this.colour('stage'));
    });
  }

  private drawAnchor(place: Vector): void {
    const [x, y] = this.pen.flat(place);
    this.pen.polygon([[x, y], [x - 6, y + 10], [x + 6, y + 10]], true);
    this.pen.draw.fillStyle = this.colour('stage');
    this.pen.draw.fill();
    this.pen.draw.strokeStyle = this.colour('rod');
    this.pen.draw.lineWidth = 1.5;
    this.pen.draw.stroke();
  }

  private drawArrows(frame: Frame): void {
    const scale = this.look.lengthPerForce * this.look.arrowScale;
    const at = frame.track.moment(this.show.clock.t);
    for (const arrow of this.show.scene.arrows) {
      if (this.look.hidden.has(arrow_key(arrow))) continue;
      const foot = frame.poses.place(arrow.at);
      const force = vector_at(frame.track, arrow.vector, at);
      const tip: Vector = [foot[0] + scale * force[0], foot[1] + scale * force[1], foot[2] + scale * force[2]];
      this.pen.arrow(foot, tip, this.colour(arrow_colour[arrow.kind]));
    }
  }
}
