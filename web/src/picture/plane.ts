// SPDX-License-Identifier: Apache-2.0
// The picture on a flat canvas: for planar models, and for all where the browser has no WebGL.

import { type Path, passed, path_of } from '../data/paths';
import { curve_at, surface_at } from '../data/guides';
import type { Vector } from '../data/scene';
import type { Show } from '../data/show';
import type { Track } from '../data/track';
import { colour } from '../page/theme';
import type { Camera } from './camera';
import { FlatParts } from './flat_parts';
import { draw_grid } from './grid';
import { arrow_colour, type Look } from './look';
import type { Flat } from './outline';
import { trace_colour } from './paint';
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
  private readonly parts: FlatParts;
  private readonly names: [string, string];

  constructor(
    private readonly show: Show,
    private readonly look: Look,
    private readonly camera: Camera,
    draw?: CanvasRenderingContext2D, // instead of a canvas of its own
  ) {
    this.pen = new Pen(draw ?? this.canvas.getContext('2d')!, camera);
    this.parts = new FlatParts(show, look, this.pen);
    this.names = axis_names(show, camera);
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.pen.width = width;
    this.pen.height = height;
    this.pen.draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** For a drawing that has no pixels. */
  setSize(width: number, height: number): void {
    this.pen.width = width;
    this.pen.height = height;
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
    if (this.camera.flat) draw_grid(this.pen, this.camera, colour('grid'), colour('muted'), colour('stage'), this.names);
    this.drawGuides(frame);
    if (this.look.traces) this.drawPaths(frame);
    this.parts.draw(frame);
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

  /** Tracks that are not chosen dashed and faint, the chosen one strong; of one that plays what is to come faint, what has passed
   *  in the colour of what left it, and fading. */
  private drawPaths(frame: Frame): void {
    const several = !this.show.plays;
    const { still, past, pen } = this;
    const shown = <T>(all: T[]): T[] => all.filter((_, i) => !this.look.untraced.has(i));
    const key = `${pen.key} ${this.show.chosen} ${[...this.look.untraced].join()}`;
    const aside = { colour: colour('faint'), width: 1.5, dash: [5, 4] };
    const chosen = several
      ? { colour: colour('accent'), width: 2.5, dash: [] }
      : { colour: colour('trace-future'), width: 1.25, dash: [] };
    const others = this.show.tracks.filter((track) => track !== frame.track);
    const whole = [...others, frame.track].flatMap((track) =>
      shown(this.pathsOf(track)).map((path) => ({ at: pen.along(path.xyz), count: path.rows.length, stroke: track === frame.track ? chosen : aside })),
    );
    still.put(pen.draw, key, whole);
    if (several) return;
    const tints = shown(this.show.scene.traces).map((trace) => trace_colour(this.show, trace));
    const gone = shown(this.pathsOf(frame.track));
    pen.draw.globalAlpha = 0.4;
    past.put(pen.draw, key, gone.map((path, i) => ({ at: pen.along(path.xyz), count: passed(path, frame.along), stroke: { colour: tints[i]!, width: 1.75, dash: [] } })));
    gone.forEach((path, i) => this.drawTail(path, frame, tints[i]!));
    pen.draw.globalAlpha = 1;
  }

  /** The last piece of a way, the stronger the younger, up to where the point is now. */
  private drawTail(path: Path, frame: Frame, tint: string): void {
    const { pen } = this;
    const at = pen.along(path.xyz);
    const end = passed(path, frame.along);
    const pieces = 14;
    const each = Math.max(1, Math.ceil(Math.min(0.3 * path.rows.length, 800) / pieces));
    for (let k = pieces; k > 0; --k) {
      const [from, to] = [Math.max(0, end - 1 - k * each), end - 1 - (k - 1) * each];
      if (to <= from) continue;
      pen.polygon(Array.from({ length: to - from + 1 }, (_, i) => at(from + i)), false);
      pen.draw.globalAlpha = 0.9 * (1 - (k - 1) / pieces) ** 1.3;
      pen.draw.lineWidth = 2.25;
      pen.draw.lineCap = 'butt';
      pen.draw.strokeStyle = tint;
      pen.draw.stroke();
    }
    pen.draw.lineCap = 'round';
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
