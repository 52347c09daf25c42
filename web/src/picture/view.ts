// SPDX-License-Identifier: Apache-2.0
// What every way of drawing offers: in space (WebGL), in a plane (canvas), as a portrait of coordinates.

import type { Poses } from '../data/pose';
import type { Vector } from '../data/scene';
import type { Moment, Track } from '../data/track';
import type { Arrow } from './forces';
import type { Flat } from './outline';

/** One instant to draw. */
export interface Frame {
  poses: Poses;
  track: Track;
  along: number; // rows and shares of a row since the start of the track
  at: Moment;
  arrows: (Arrow | undefined)[]; // one for each of the scene
  others: Poses[]; // the tracks that are not chosen, at the same share of their way
}

export interface View {
  readonly name: string;
  readonly canvas: HTMLCanvasElement;
  resize(width: number, height: number, ratio: number): void;
  draw(frame: Frame): void;
  /** Where the points, then the bodies, stand on the canvas, in CSS pixels: for labels, and for tests. */
  drawn(frame: Frame): [number, number][];
  /** Where a place of the model stands. */
  spot(place: Vector): Flat;
  recolour(): void;
  end?(): void; // it is not drawn any more
}
