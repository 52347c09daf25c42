// SPDX-License-Identifier: Apache-2.0
// Bodies, rods, springs, balls and feet on a flat canvas.

import type { Tint } from '../data/looks/colours';
import { type Pose, type Poses, rotate } from '../data/pose';
import type { SceneRod, Shape, Vector } from '../data/scene';
import type { Show } from '../data/show';
import { colour } from '../page/theme';
import { coil } from './coil';
import { feet_of } from './feet';
import type { Look } from './look';
import { type Flat, outline_places, trace_outline } from './outline';
import { paint_colour, part_colour, shade } from './paint';
import type { Pen } from './pen';
import type { Frame } from './view';

const rest: Pose = { origin: [0, 0, 0], turn: [1, 0, 0, 0] };
const most_shaded = 60; // bodies: of more, shadows are a blur and cost more than all else

interface Outlined {
  shape: Shape;
  places: Vector[];
}

export class FlatParts {
  private readonly solids: Outlined[][];
  private readonly still: Outlined[];
  private readonly feet: Vector[];
  private readonly shaded: boolean;

  constructor(
    private readonly show: Show,
    private readonly look: Look,
    private readonly pen: Pen,
  ) {
    const { scene } = show;
    const outlined = (shape: Shape): Outlined => ({ shape, places: outline_places(shape) });
    this.solids = scene.bodies.map(({ shapes }) => shapes.map(outlined));
    this.still = scene.still.map(outlined);
    this.feet = feet_of(scene);
    this.shaded = scene.bodies.length <= most_shaded;
  }

  draw(frame: Frame): void {
    const { rods } = this.show.scene;
    for (const one of this.still) this.drawPart(one, rest, -1);
    this.drawFeet(frame);
    for (const rod of rods) if (rod.kind === 'spring') this.drawRod(rod, frame.poses);
    this.drawBodies(frame.poses);
    for (const rod of rods) if (rod.kind !== 'spring') this.drawRod(rod, frame.poses);
    this.drawPoints(frame);
  }

  private get link(): number {
    return 0.016 * this.show.size;
  }

  /** Pins last: they hold together what lies one upon the other. */
  private drawBodies(poses: Poses): void {
    const depth = (i: number): number => this.pen.depth(poses.bodies[i]!.origin);
    const order = poses.bodies.map((_, i) => i).sort((a, b) => depth(a) - depth(b));
    const { colours } = this.show;
    for (const pins of [false, true])
      for (const i of order)
        for (const one of this.solids[i]!) if ((one.shape.paint === 'pin') === pins) this.drawPart(one, poses.bodies[i]!, colours.bodies[i]);
  }

  private drawPart({ shape, places }: Outlined, { origin, turn }: Pose, n: Tint | undefined): void {
    const { draw } = this.pen;
    if (shape.look === 'inertia' && !this.look.inertia) return;
    const place = (v: Vector): Flat => {
      const w = rotate(turn, v);
      return this.pen.flat([origin[0] + w[0], origin[1] + w[1], origin[2] + w[2]]);
    };
    if (shape.paint === 'pin') return this.drawPin(place(shape.at ?? [0, 0, 0]));
    const seen = places.map(place);
    if (shape.paint === 'rail' && shape.kind === 'rod') this.drawHatch(seen[0]!, seen[1]!, this.pen.pixels(shape.radius));
    trace_outline(draw, shape, seen, this.pen.pixels(1));
    const fill = paint_colour(shape.paint, n);
    if (shape.look === 'inertia') draw.globalAlpha = 0.18;
    else if (this.shaded && !shape.paint) this.castShadow();
    draw.fillStyle = fill;
    draw.fill(shape.kind === 'mesh' ? 'nonzero' : 'evenodd');
    draw.shadowColor = 'transparent';
    draw.globalAlpha = shape.look === 'inertia' ? 0.6 : 1;
    draw.strokeStyle = shade(fill, -0.3);
    draw.lineWidth = shape.paint ? 1 : 1.5;
    if (shape.look === 'inertia') draw.setLineDash([4, 3]);
    draw.stroke();
    draw.setLineDash([]);
    draw.globalAlpha = 1;
    if (shape.kind === 'cylinder' || shape.kind === 'sphere') this.drawTurn(shape, seen, origin, turn);
  }

  private castShadow(): void {
    const { draw } = this.pen;
    draw.shadowColor = 'rgb(0 0 0 / 28%)';
    draw.shadowBlur = 7;
    draw.shadowOffsetX = 1.5;
    draw.shadowOffsetY = 3;
  }

  /** A round thing that turns looks at rest: a line on it shows that it turns. */
  private drawTurn(shape: Shape & { kind: 'cylinder' | 'sphere' }, seen: Flat[], origin: Vector, turn: Pose['turn']): void {
    const { draw } = this.pen;
    const at = shape.at ?? [0, 0, 0];
    const place = (v: Vector): Flat => {
      const w = rotate(turn, [at[0] + v[0], at[1] + v[1], at[2] + v[2]]);
      return this.pen.flat([origin[0] + w[0], origin[1] + w[1], origin[2] + w[2]]);
    };
    if (seen.length === 0 || this.pen.pixels(shape.radius) < 6) return;
    draw.globalAlpha = 0.45;
    for (const v of [[shape.radius, 0, 0], [0, shape.radius, 0]] as Vector[]) {
      const own = shape.turn ? rotate(shape.turn, v) : v;
      draw.beginPath();
      draw.moveTo(...place(own.map((x) => -0.92 * x) as Vector));
      draw.lineTo(...place(own.map((x) => 0.92 * x) as Vector));
      draw.lineWidth = 1.25;
      draw.stroke();
    }
    draw.globalAlpha = 1;
  }

  private pinSize(): number {
    return Math.max(2.5, Math.min(6, this.pen.pixels(0.55 * this.link)));
  }

  private drawPin([x, y]: Flat): void {
    const { draw } = this.pen;
    const size = this.pinSize();
    draw.beginPath();
    draw.arc(x, y, size, 0, 2 * Math.PI);
    draw.fillStyle = colour('stage');
    draw.fill();
    draw.strokeStyle = colour('pin');
    draw.lineWidth = 1.5;
    draw.stroke();
    draw.beginPath();
    draw.arc(x, y, 0.35 * size, 0, 2 * Math.PI);
    draw.fillStyle = colour('pin');
    draw.fill();
  }

  /** Strokes beside a line, as on paper: this does not move. */
  private drawHatch(a: Flat, b: Flat, below: number): void {
    const { draw } = this.pen;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!(length > 8) || length > 5000) return;
    let [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    if (ux < 0) [ux, uy] = [-ux, -uy]; // below a level rail, right of a steep one
    const [sx, sy] = b[0] >= a[0] ? a : b;
    draw.strokeStyle = colour('ground');
    draw.lineWidth = 1;
    draw.beginPath();
    for (let s = 4; s < length; s += 7) {
      const [x, y] = [sx + s * ux - below * uy, sy + s * uy + below * ux];
      draw.moveTo(x, y);
      draw.lineTo(x - 5 * ux - 6 * uy, y - 5 * uy + 6 * ux);
    }
    draw.stroke();
  }

  private drawRod(rod: SceneRod, poses: Poses): void {
    const from = poses.place(rod.from);
    const to = poses.place(rod.to);
    const { pen } = this;
    if (rod.kind === 'spring') {
      pen.line(coil(from, to, pen.toward, 0.016 * this.look.unit, 0.5), colour('rod'), 1.75);
      return;
    }
    const width = Math.max(3, Math.min(9, pen.pixels((rod.kind === 'draw' ? 1 : 0.8) * 0.012 * this.look.unit)));
    const fill = colour('steel');
    pen.line([from, to], shade(fill, -0.35), width);
    pen.line([from, to], fill, width - 2);
  }

  private drawFeet({ poses }: Frame): void {
    for (const place of this.feet) this.drawFoot(place);
    this.show.scene.points.forEach((point, i) => {
      if (point.kind === 'anchor' && !point.hidden) this.drawFoot(poses.points[i]!);
    });
  }

  private drawFoot(place: Vector): void {
    const [x, y] = this.pen.flat(place);
    const { draw } = this.pen;
    const s = Math.max(7, Math.min(13, this.pen.pixels(0.022 * this.look.unit)));
    const fill = colour('ground');
    draw.beginPath();
    draw.arc(x, y, 0.6 * s, 1.12 * Math.PI, 1.88 * Math.PI);
    draw.lineTo(x + 0.95 * s, y + 1.5 * s);
    draw.lineTo(x - 0.95 * s, y + 1.5 * s);
    draw.closePath();
    draw.fillStyle = fill;
    draw.fill();
    draw.strokeStyle = shade(fill, -0.3);
    draw.lineWidth = 1.25;
    draw.stroke();
    this.pen.polygon([[x - 1.6 * s, y + 1.5 * s], [x + 1.6 * s, y + 1.5 * s]], false);
    draw.lineWidth = 2;
    draw.stroke();
    this.drawHatch([x - 1.6 * s, y + 1.5 * s], [x + 1.6 * s, y + 1.5 * s], 1);
    this.drawPin([x, y]);
  }

  private drawPoints(frame: Frame): void {
    const { scene, colours, ball } = this.show;
    const { points } = scene;
    const own = this.pen.pixels(this.look.ball(points.length));
    const size = ball > 0 ? this.pen.pixels(ball) : Math.max(points.length > 30 ? 2.5 : 4.5, Math.min(12, own));
    for (const other of frame.others)
      points.forEach((point, i) => {
        if (point.kind !== 'anchor') this.pen.dot(other.points[i]!, 0.6 * size, colour('stage'), colour('muted'));
      });
    points.forEach((point, i) => {
      if (point.kind === 'anchor') return;
      const chosen = point.kind === 'draw' && ball === 0 ? 0.75 * size : size;
      this.drawBall(frame.poses.points[i]!, point.radius ? this.pen.pixels(point.radius) : chosen, part_colour(colours.points[i]));
    });
  }

  private drawBall(place: Vector, radius: number, fill: string): void {
    const [x, y] = this.pen.flat(place);
    const { draw } = this.pen;
    if (!Number.isFinite(x + y)) return;
    draw.beginPath();
    draw.arc(x, y, radius, 0, 2 * Math.PI);
    if (radius > 3) {
      const light = draw.createRadialGradient(x - 0.35 * radius, y - 0.4 * radius, 0.1 * radius, x, y, radius);
      light.addColorStop(0, shade(fill, 0.55));
      light.addColorStop(0.5, fill);
      light.addColorStop(1, shade(fill, -0.2));
      draw.fillStyle = light;
    } else draw.fillStyle = fill;
    draw.fill();
    draw.strokeStyle = shade(fill, -0.35);
    draw.lineWidth = 1;
    draw.stroke();
  }
}
