// SPDX-License-Identifier: Apache-2.0
// A pen that knows the camera: lines, dots, arrows and words of the model's space on a flat canvas.

import type { Vector } from '../data/scene';
import { type Axes, type Camera, dot } from './camera';
import { font, letter_scale } from './letters';
import type { Flat } from './outline';

export class Pen {
  private axes: Axes;
  private scale = 1; // CSS pixels per length
  width = 1;
  height = 1;

  constructor(
    readonly draw: CanvasRenderingContext2D,
    private readonly camera: Camera,
  ) {
    this.axes = camera.axes();
  }

  /** Takes the camera's present place, and clears the canvas. */
  begin(background: string): void {
    this.axes = this.camera.axes();
    this.scale = this.height / (2 * this.camera.half);
    this.draw.fillStyle = background;
    this.draw.fillRect(0, 0, this.width, this.height);
    this.draw.lineJoin = 'round';
    this.draw.lineCap = 'round';
  }

  get toward(): Vector {
    return this.axes.toward;
  }

  pixels(length: number): number {
    return length * this.scale;
  }

  flat(v: Vector): Flat {
    const { target } = this.camera;
    const arm: Vector = [v[0] - target[0], v[1] - target[1], v[2] - target[2]];
    return [0.5 * this.width + this.scale * dot(arm, this.axes.right), 0.5 * this.height - this.scale * dot(arm, this.axes.up)];
  }

  depth(v: Vector): number {
    return dot(v, this.axes.toward);
  }

  line(places: Vector[], colour: string, width: number, dash: number[] = [], closed = false): void {
    this.polygon(places.map((place) => this.flat(place)), closed);
    this.draw.strokeStyle = colour;
    this.draw.lineWidth = width;
    this.draw.setLineDash(dash);
    this.draw.stroke();
    this.draw.setLineDash([]);
  }

  /** The vertices of an array x y z x y z ... on the canvas. */
  along(xyz: Float32Array): (i: number) => Flat {
    return (i) => this.flat([xyz[3 * i]!, xyz[3 * i + 1]!, xyz[3 * i + 2]!]);
  }

  /** All that decides where things are drawn. */
  get key(): string {
    return [...this.camera.target, this.camera.half, this.camera.yaw, this.camera.pitch].join();
  }

  polygon(points: Flat[], closed: boolean): void {
    this.draw.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? this.draw.moveTo(x, y) : this.draw.lineTo(x, y)));
    if (closed) this.draw.closePath();
  }

  /** Lays a straight line into the path. */
  rule(x0: number, y0: number, x1: number, y1: number): void {
    this.draw.moveTo(x0, y0);
    this.draw.lineTo(x1, y1);
  }

  /** Words on paper of their own. */
  note(text: string, x: number, y: number, align: 'left' | 'center' | 'right', ink: string, paper: string): void {
    const { draw } = this;
    const wide = draw.measureText(text).width;
    const left = align === 'left' ? x : align === 'center' ? x - 0.5 * wide : x - wide;
    draw.fillStyle = paper;
    const high = 14 * letter_scale(this.height);
    draw.fillRect(left - 2, y - 0.5 * high, wide + 4, high);
    draw.fillStyle = ink;
    draw.textAlign = 'left';
    draw.textBaseline = 'middle';
    draw.fillText(text, left, y);
  }

  dot(place: Vector, radius: number, fill: string, stroke: string): void {
    const [x, y] = this.flat(place);
    this.draw.beginPath();
    this.draw.arc(x, y, radius, 0, 2 * Math.PI);
    this.draw.fillStyle = fill;
    this.draw.fill();
    this.draw.strokeStyle = stroke;
    this.draw.lineWidth = 1.5;
    this.draw.stroke();
  }

  /** An arrow; one too short to have a head is left out. loose: hollow and dashed. cut: with a second head. */
  arrow(from: Vector, to: Vector, colour: string, { loose, cut }: { loose: boolean; cut: boolean }): void {
    const [x0, y0] = this.flat(from);
    const [x1, y1] = this.flat(to);
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length < 3) return;
    const head = Math.min(10, 0.6 * length);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const { draw } = this;
    draw.strokeStyle = draw.fillStyle = colour;
    const tip = (x: number, y: number): void => {
      const [bx, by, side] = [x - head * ux, y - head * uy, 0.42 * head];
      this.polygon([[x, y], [bx - side * uy, by + side * ux], [bx + side * uy, by - side * ux]], true);
      if (loose) draw.stroke();
      else draw.fill();
    };
    draw.lineWidth = loose ? 1.75 : 2.5;
    if (loose) draw.setLineDash([5, 4]);
    this.polygon([[x0, y0], [x1 - head * ux, y1 - head * uy]], false);
    draw.stroke();
    draw.setLineDash([]);
    tip(x1, y1);
    if (cut) tip(x1 - 0.9 * head * ux, y1 - 0.9 * head * uy);
  }
}

/** Words beside a spot, readable on any ground. */
export function write_label(draw: CanvasRenderingContext2D, text: string, at: Flat, ink: string, paper: string, scale: number): void {
  draw.font = font(12, scale);
  draw.textAlign = 'left';
  draw.textBaseline = 'middle';
  draw.lineJoin = 'round';
  draw.strokeStyle = paper;
  draw.lineWidth = 4 * scale;
  draw.strokeText(text, at[0], at[1]);
  draw.fillStyle = ink;
  draw.fillText(text, at[0], at[1]);
}
