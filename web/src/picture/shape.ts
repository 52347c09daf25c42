// SPDX-License-Identifier: Apache-2.0
// What the scene is like as a whole: wide, tall or neither; a drawing in a plane, or the graph of a function.

import { box_of } from '../data/bounds';
import type { Vector } from '../data/scene';
import type { Show } from '../data/show';
import { type Camera, dot } from './camera';

function spans(camera: Camera, cloud: Vector[]): [number, number] {
  const { right, up } = camera.axes();
  const { low, high } = box_of(cloud.map((place): Vector => [dot(place, right), dot(place, up), 0]));
  return [high[0] - low[0], high[1] - low[1]];
}

/** The window takes after the scene, so that little of it stays empty. */
export function shape_of(camera: Camera, cloud: Vector[]): 'wide' | 'usual' | 'tall' {
  const [wide, high] = spans(camera, cloud);
  if (wide > 2.8 * high) return 'wide';
  return wide < 0.72 * high ? 'tall' : 'usual';
}

/** The columns right and up if the scene is one curve over the independent variable. */
function curve_over_time(show: Show): [number, number] | undefined {
  const { points, bodies, rods, curves, arrows, dimensions } = show.scene;
  const [only] = points;
  if (dimensions !== 2 || points.length !== 1 || bodies.length + rods.length + curves.length + arrows.length > 0) return undefined;
  const [x, y] = only!.at;
  const isTime = typeof x === 'number' && show.columns.heads[x]!.name === show.timeName;
  return isTime && typeof y === 'number' ? [x, y] : undefined;
}

/** A graph that is much taller or wider than a drawing needs its own scale on either axis. */
export function graph_axes(show: Show, cloud: Vector[]): [number, number] | undefined {
  const axes = curve_over_time(show);
  if (!axes) return undefined;
  const { low, high } = box_of(cloud);
  const ratio = (high[1] - low[1]) / (high[0] - low[0]);
  return ratio > 2 || ratio < 0.4 ? axes : undefined;
}

/** What lies right and up in a planar picture. */
export function axis_names(show: Show, camera: Camera): [string, string] {
  const over = curve_over_time(show);
  if (over) return over.map((i) => show.columns.heads[i]!.name) as [string, string];
  const { right, up } = camera.axes();
  return [right, up].map((axis) => 'xyz'[axis.findIndex((part) => Math.abs(part) > 0.9)] ?? '') as [string, string];
}
