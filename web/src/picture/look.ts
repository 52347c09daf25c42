// SPDX-License-Identifier: Apache-2.0
// What the reader chose to see, and the sizes of the picture's symbols.

import { type Box, box_of, diagonal } from '../data/bounds';
import type { ArrowKind, Vector } from '../data/scene';
import type { Show } from '../data/show';
import { Forces } from './forces';

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

export class Look {
  traces = true;
  readonly untraced = new Set<number>(); // traces that are not shown
  inertia = false; // ellipsoids of it
  names: boolean;
  follow = -1; // a point, then a body after all points; −1 for none
  readonly box: Box;
  readonly unit: number; // the picture's size, for symbols
  readonly forces: Forces;

  constructor(show: Show, cloud: Vector[]) {
    const { points, bodies } = show.scene;
    show.scene.traces.forEach(({ shown }, i) => shown === false && this.untraced.add(i));
    this.box = box_of(cloud);
    this.unit = diagonal(this.box);
    this.names = points.length + bodies.length <= 8;
    this.forces = new Forces(show, this.unit);
  }

  /** What the reader chose in another picture of the same things. */
  keep(other: Look): void {
    const { traces, inertia, names, follow } = other;
    Object.assign(this, { traces, inertia, names, follow });
    this.untraced.clear();
    for (const i of other.untraced) this.untraced.add(i);
    this.forces.keep(other.forces);
  }

  /** The radius of a particle's ball. */
  ball(count: number): number {
    return this.unit * (count > 30 ? 0.006 : count > 12 ? 0.01 : 0.016);
  }
}
