// SPDX-License-Identifier: Apache-2.0
// What the reader chose to see, and the sizes of the picture's symbols.

import { type Box, box_of, diagonal } from '../data/bounds';
import type { Columns } from '../data/columns';
import type { ArrowKind, Entry, Scene, Vector } from '../data/scene';

export const arrow_colour: Record<ArrowKind, string> = {
  constraint: 'force-constraint',
  applied: 'force-applied',
  nonideal: 'force-nonideal',
  joint: 'force-joint',
};

export const arrow_words: Record<ArrowKind, string> = {
  constraint: 'constraint',
  applied: 'applied',
  nonideal: 'non-ideal',
  joint: 'joint',
};

function largest(entry: Entry | undefined, columns: Columns): number {
  if (entry === null || entry === undefined) return 0;
  if (typeof entry === 'object') return Math.abs(entry.value);
  const head = columns.heads[entry];
  return head ? Math.max(Math.abs(head.min), Math.abs(head.max)) : 0;
}

export class Look {
  traces = true;
  names: boolean;
  follow = -1; // a point, then a body after all points; −1 for none
  arrowScale = 1;
  readonly hidden = new Set<string>(); // arrows, by arrow_key
  readonly box: Box;
  readonly unit: number; // the picture's size, for symbols
  readonly lengthPerForce: number; // at scale 1

  constructor(
    scene: Scene,
    columns: Columns,
    cloud: Vector[],
  ) {
    this.box = box_of(cloud);
    this.unit = diagonal(this.box);
    this.names = scene.points.length + scene.bodies.length <= 8;
    const sizes = scene.arrows.map((arrow) => Math.hypot(...arrow.vector.map((entry) => largest(entry, columns))));
    // One impact must not shrink all other arrows to nothing: the scale is that of the upper quartile.
    sizes.sort((a, b) => a - b);
    const typical = sizes[Math.floor(0.75 * (sizes.length - 1))] || sizes[sizes.length - 1] || 0;
    this.lengthPerForce = typical > 0 ? (0.22 * this.unit) / typical : 0;
    if (scene.arrows.length > 40) for (const arrow of scene.arrows) this.hidden.add(arrow_key(arrow));
  }

  /** The radius of a particle's ball. */
  ball(count: number): number {
    return this.unit * (count > 30 ? 0.006 : count > 12 ? 0.01 : 0.016);
  }
}

export function arrow_key(arrow: { name: string; kind: string }): string {
  return `${arrow.kind} ${arrow.name}`;
}
