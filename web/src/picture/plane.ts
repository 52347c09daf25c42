// SPDX-License-Identifier: Apache-2.0
// The picture on a flat canvas: for planar models, and for all where the browser has no WebGL.

import { type Path, passed, path_of } from '../data/paths';
import { curve_at, surface_at } from '../data/guides';
import { rotate, type Poses } from '../data/pose';
import type { SceneRod, Vector } from '../data/scene';
import type { Show } from '../data/show';
import type { Track } from '../data/track';
import { colour } from '../page/theme';
import type { Camera } from './camera';
import { coil } from './coil';
import { feet_of } from './feet';
import { draw_grid } from './grid';
import { arrow_colour, type Look } from './look';
import { type Flat, outline_places, trace_outline } from './outline';
import { Pen } from './pen';
import { Ribbon } from './ribbon';
import { axis_names } from './shape';
import type { Frame, View } from './view';

export class Plane implements View {
  readonly name = 'plane';
  readonly canvas = document.createElement('canvas');
  private readonly pen: Pen;
  private readonly paths = new Map<Track, Path[]>();
  private readonly still = new Ribbon();
  private readonly past = new Ribbon();
  private readonly solids: Vector[][][];
  private readonly feet: Vector[];
  private readonly names: [string, string];

  constructor(
    private readonly show: Show,
    private readonly look: Look,
    private readonly camera: Camera,
  ) {
    this.pen = new Pen(this.canvas.getContext('2d')!, camera);
    this.feet = feet_of(show.scene);
    this.names = axis_names(show, camera);
    this.solids = show.scene.bodies.map((body) => body.shapes.map(outline_places));
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.pen.width = width;
    this.pen.height = height;
    this.pen.draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  recolour(): void {
    // Colours are asked for at each drawing.
  }

  drawn(frame: Frame): [number, number][] {
    return [...frame.poses.points, ...frame.poses.bodies.map((body) => body.origin)].map((place) => this.pen.flat(place));
  }

  spot(place: Vector): Flat {
    return this.pen.flat(place);
  }

  draw(frame: Frame): void {
    this.pen.begin(colour('stage'));
    if (this.camera.flat) draw_grid(this.pen, this.camera, colour('grid'), colour('muted'), this.names);
    this.drawGuides(frame);
    if (this.look.traces) this.drawPaths(frame);
    this.drawBodies(frame.poses);
    for (const rod of this.show.scene.rods) this.drawRod(rod, frame.poses);
    this.drawFeet();
    this.drawPoints(frame);
    this.drawArrows(frame);
  }

  private drawGuides({ at }: Frame): void {
    for (const surface of this.show.scene.surfaces) {
      const { vertices: xyz, triangles } = surface_at(surface, at.t);
      this.drawMesh(xyz, triangles);
    }
    for (const curve of this.show.scene.curves) {
      const { points, closed } = curve_at(curve, at.t);
      this.pen.line(points, colour('guide'), 2, [], closed);
    }
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
    draw.strokeStyle = colour('grid');
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
    const several = !this.show.plays;
    const { still, past, pen } = this;
    const key = `${pen.key} ${this.show.chosen}`;
    const aside = { colour: colour('faint'), width: 1.5, dash: [5, 4] };
    const chosen = several
      ? { colour: colour('accent'), width: 2.5, dash: [] }
      : { colour: colour('trace-future'), width: 1.25, dash: [] };
    const strong = { colour: colour('trace'), width: 1.75, dash: [] };
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
      this.solids[i]!.forEach((places, k) => {
        const seen = places.map((v) => {
          const w = rotate(turn, v);
          return this.pen.flat([origin[0] + w[0], origin[1] + w[1], origin[2] + w[2]]);
        });
        trace_outline(draw, shapes[k]!, seen, this.pen.pixels(1));
        const { look } = shapes[k]!;
        draw.globalAlpha = look ? 0.25 : 1;
        draw.fillStyle = colour('solid');
        draw.fill();
        draw.strokeStyle = colour('solid-edge');
        draw.lineWidth = 1.5;
        draw.globalAlpha = look === 'glass' ? 0.7 : 1;
        if (look !== 'hint') draw.stroke();
        draw.globalAlpha = 1;
      });
    }
  }

  private drawRod(rod: SceneRod, poses: Poses): void {
    const from = poses.place(rod.from);
    const to = poses.place(rod.to);
    const { pen } = this;
    if (rod.kind === 'spring') pen.line(coil(from, to, pen.toward, 0.014 * this.look.unit), colour('rod'), 1.5);
    else if (rod.kind === 'closure') pen.line([from, to], colour('rod'), 1.5, [3, 4]);
    else pen.line([from, to], colour('rod'), rod.kind === 'draw' ? 2 : 3);
  }

  private drawFeet(): void {
    for (const place of this.feet) this.drawAnchor(place);
  }

  private drawPoints(frame: Frame): void {
    const { points } = this.show.scene;
    const size = Math.max(points.length > 30 ? 2.5 : 4, Math.min(9, this.pen.pixels(this.look.ball(points.length))));
    for (const other of frame.others)
      points.forEach((point, i) => {
        if (point.kind !== 'anchor') this.pen.dot(other.points[i]!, 0.6 * size, colour('stage'), colour('muted'));
      });
    points.forEach((point, i) => {
      const place = frame.poses.points[i]!;
      if (point.kind === 'anchor') this.drawAnchor(place);
      else this.pen.dot(place, point.kind === 'draw' ? 0.75 * size : size, colour('accent'), colour('stage'));
    });
  }

  private drawAnchor(place: Vector): void {
    const [x, y] = this.pen.flat(place);
    this.pen.polygon([[x, y], [x - 6, y + 10], [x + 6, y + 10]], true);
    this.pen.draw.fillStyle = colour('stage');
    this.pen.draw.fill();
    this.pen.draw.strokeStyle = colour('rod');
    this.pen.draw.lineWidth = 1.5;
    this.pen.draw.stroke();
  }

  private drawArrows(frame: Frame): void {
    this.show.scene.arrows.forEach((arrow, i) => {
      const drawn = frame.arrows[i];
      if (!drawn) return;
      const { foot, way, cut } = drawn;
      const tip: Vector = [foot[0] + way[0], foot[1] + way[1], foot[2] + way[2]];
      this.pen.arrow(foot, tip, colour(arrow_colour[arrow.kind]), { loose: arrow.unique === false, cut });
    });
  }
}
