// SPDX-License-Identifier: Apache-2.0
// Lines on bodies. A round thing that turns about its axis looks at rest: lines on it show that it turns.

import { BoxGeometry, BufferGeometry, EdgesGeometry, Float32BufferAttribute, Vector3 } from 'three';
import type { Shape } from '../../data/scene';
import { frame_of } from './parts';

function ellipse(a: Vector3, b: Vector3, at: number, turns: number): number[] {
  const places: number[] = [];
  for (let i = 0; i < turns; ++i)
    for (const k of [i, i + 1]) {
      const angle = (2 * Math.PI * k) / turns;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      places.push(a.x * c + b.x * s, a.y * c + b.y * s, a.z * c + b.z * s + at);
    }
  return places;
}

function marks_on(shape: Shape, turns: number): number[] {
  if (shape.kind === 'rod' || shape.kind === 'hull' || shape.kind === 'mesh' || shape.kind === 'plate' || shape.kind === 'ring') return [];
  if (shape.kind === 'box') return [...new EdgesGeometry(new BoxGeometry(...shape.size), 1).attributes.position!.array];
  const lift = 1.004; // off the surface, which would cover every other pixel
  const places: number[] = [];
  if (shape.kind === 'cylinder') {
    const r = lift * shape.radius;
    for (const at of [-0.5, 0.5]) {
      const z = lift * at * shape.length;
      places.push(...ellipse(new Vector3(r, 0, 0), new Vector3(0, r, 0), z, turns));
      places.push(-r, 0, z, r, 0, z, 0, -r, z, 0, r, z);
    }
  } else {
    const [a, b, c] = (shape.kind === 'sphere' ? [shape.radius, shape.radius, shape.radius] : shape.radii) as [number, number, number];
    const axes = [new Vector3(lift * a, 0, 0), new Vector3(0, lift * b, 0), new Vector3(0, 0, lift * c)] as const;
    for (const [i, k] of [[0, 1], [1, 2], [2, 0]] as const) places.push(...ellipse(axes[i], axes[k], 0, turns));
  }
  return places;
}

const is_made_of = (paint: Shape['paint']): boolean => paint !== undefined && !paint.startsWith('#');

/** The lines on the shapes of a body, in its frame. turns: corners of a circle. */
export function lines_of(shapes: Shape[], turns: number): BufferGeometry[] {
  return shapes.flatMap((shape) => {
    const places = shape.look === 'inertia' || is_made_of(shape.paint) ? [] : marks_on(shape, turns);
    if (places.length === 0) return [];
    return [new BufferGeometry().setAttribute('position', new Float32BufferAttribute(places, 3)).applyMatrix4(frame_of(shape))];
  });
}
