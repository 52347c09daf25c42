// SPDX-License-Identifier: Apache-2.0
// The names of points, bodies and forces, on a sheet above the picture; each on the side where there is room; where there is none it is left out.

import { colour } from '../page/theme';
import type { Flat } from './outline';
import { write_label } from './pen';

export interface Label {
  text: string;
  spot: Flat;
  ink: string;
}

/** A line of text from x on, about the height y. */
interface Room {
  x: number;
  y: number;
  wide: number;
}

const sides = [[1, -1], [-1, -1], [1, 1], [-1, 1]] as const;

function overlap(a: Room, b: Room): boolean {
  return Math.abs(a.y - b.y) < 13 && a.x < b.x + b.wide + 3 && b.x < a.x + a.wide + 3;
}

export class Labels {
  readonly canvas = document.createElement('canvas');
  private readonly draw = this.canvas.getContext('2d')!;
  private empty = true;
  private width = 1;
  private height = 1;

  constructor() {
    this.canvas.className = 'labels';
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.draw.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.width = width;
    this.height = height;
  }

  set(labels: Label[]): void {
    if (labels.length === 0 && this.empty) return;
    this.empty = labels.length === 0;
    this.draw.clearRect(0, 0, this.width, this.height);
    const paper = colour('stage');
    const taken: Room[] = labels.map(({ spot: [x, y] }) => ({ x: x - 5, y, wide: 10 })); // where the points themselves are
    this.draw.font = '12px system-ui, sans-serif';
    for (const { text, spot, ink } of labels) {
      if (!text || !this.inside(spot)) continue;
      const room = this.find(spot, this.draw.measureText(text).width, taken);
      if (!room) continue;
      taken.push(room);
      write_label(this.draw, text, [room.x, room.y], ink, paper);
    }
  }

  /** Room for a name on one of the four sides of its spot. */
  private find([x, y]: Flat, wide: number, taken: Room[]): Room | undefined {
    for (const [right, down] of sides) {
      const room = {
        x: Math.max(4, Math.min(right > 0 ? x + 10 : x - 10 - wide, this.width - wide - 4)),
        y: Math.max(9, Math.min(y + 11 * down, this.height - 9)),
        wide,
      };
      if (!taken.some((other) => overlap(room, other))) return room;
    }
    return undefined;
  }

  private inside([x, y]: Flat): boolean {
    return x > -5 && y > -5 && x < this.width + 5 && y < this.height + 5;
  }
}
