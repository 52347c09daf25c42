// SPDX-License-Identifier: Apache-2.0
// Where the picture is seen from: a target, a size, two angles. Both views, with and without depth, use it.

import type { Vector } from '../data/scene';

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const norm = Math.hypot(...a) || 1;
  return [a[0] / norm, a[1] / norm, a[2] / norm];
};
const blend = (a: Vector, x: number, b: Vector, y: number): Vector => [
  a[0] * x + b[0] * y,
  a[1] * x + b[1] * y,
  a[2] * x + b[2] * y,
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The axes of the view: right and up on the screen, and toward the reader. */
export interface Axes {
  right: Vector;
  up: Vector;
  toward: Vector;
}

/** Half the height of the window at distance 1: the eye's angle is 30 degrees, so that lengths can be compared. */
export const half_angle = Math.tan(Math.PI / 12);

/** Of any number of values: as arguments of one call they may be too many. */
const largest = (values: number[]): number => values.reduce((most, x) => Math.max(most, x), -Infinity);

function middle_of(values: number[]): number {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) [low, high] = [Math.min(low, x), Math.max(high, x)];
  return 0.5 * (low + high);
}

export class Camera {
  target: Vector = [0, 0, 0];
  half = 1; // half the height that is seen, in lengths of the model
  yaw = 0;
  pitch = 0;
  private readonly vertical: Vector;
  readonly front: Vector;
  readonly side: Vector;

  constructor(
    up: Vector,
    readonly flat: boolean,
  ) {
    this.vertical = unit(up);
    // Planar models lie in x, y; one that stands up along z is seen from −y.
    const front: Vector = Math.abs(this.vertical[2]) > 0.7 ? [0, -1, 0] : [0, 0, 1];
    this.side = unit(cross(this.vertical, front));
    this.front = unit(cross(this.side, this.vertical));
    this.home();
  }

  home(): void {
    this.yaw = this.flat ? 0 : 0.55;
    this.pitch = this.flat ? 0 : 0.35;
  }

  axes(): Axes {
    const toward = unit(
      blend(
        blend(this.front, Math.cos(this.yaw), this.side, Math.sin(this.yaw)),
        Math.cos(this.pitch),
        this.vertical,
        Math.sin(this.pitch),
      ),
    );
    const right = unit(cross(this.vertical, toward));
    return { right, up: cross(toward, right), toward };
  }

  /** Shows the whole cloud in a window of this shape (width over height). */
  fit(cloud: Vector[], shape: number): void {
    const { right, up, toward } = this.axes();
    const seen = cloud.map((place): Vector => [dot(place, right), dot(place, up), dot(place, toward)]);
    let middle = [0, 1, 2].map((k) => middle_of(seen.map((v) => v[k]!))) as Vector;
    const deep = largest(seen.map((v) => v[2] - middle[2]));
    let distance = Infinity; // at first as if seen from afar; then what is near is seen larger
    for (let round = 0; round < 4; ++round) {
      const grown = seen.map((v) => {
        const scale = Number.isFinite(distance) ? distance / (distance - (v[2] - middle[2])) : 1;
        return [scale * (v[0] - middle[0]), scale * (v[1] - middle[1])] as const;
      });
      const shift: Vector = [middle_of(grown.map(([x]) => x)), middle_of(grown.map(([, y]) => y)), 0];
      const wide = largest(grown.map(([x]) => Math.abs(x - shift[0])));
      const high = largest(grown.map(([, y]) => Math.abs(y - shift[1])));
      this.half = 1.14 * Math.max(high, wide / shape) || 1;
      middle = blend(middle, 1, shift, 1);
      if (!this.flat) distance = Math.max(this.half / half_angle, 1.5 * deep);
    }
    this.target = blend(blend(right, middle[0], up, middle[1]), 1, toward, middle[2]);
  }

  turn(dx: number, dy: number): void {
    if (this.flat) return;
    this.yaw -= dx;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + dy));
  }

  /** Moves by shares of the window's height. */
  pan(dx: number, dy: number): void {
    const { right, up } = this.axes();
    this.target = blend(this.target, 1, blend(right, -2 * this.half * dx, up, 2 * this.half * dy), 1);
  }

  zoom(factor: number): void {
    this.half = Math.min(1e12, Math.max(1e-12, this.half * factor));
  }
}
