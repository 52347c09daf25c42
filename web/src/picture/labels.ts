// SPDX-License-Identifier: Apache-2.0
// The names of points and bodies, on a sheet above the picture; of two that would overlap the first is written.

import { colour } from '../page/theme';
import type { Flat } from './outline';
import { write_label } from './pen';

export class Labels {
  readonly canvas = document.createElement('canvas');
  private readonly draw = this.canvas.getContext('2d')!;
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

  set(names: string[], spots: Flat[]): void {
    this.draw.clearRect(0, 0, this.width, this.height);
    const ink = colour('ink');
    const paper = colour('stage');
    const taken: [number, number, number][] = [];
    this.draw.font = '12px system-ui, sans-serif';
    names.forEach((name, i) => {
      const spot = spots[i];
      if (!name || !spot || !this.inside(spot)) return;
      const wide = this.draw.measureText(name).width;
      const [x, y]: Flat = [Math.min(spot[0] + 11, this.width - wide - 4), spot[1] - 10];
      if (taken.some(([u, v, w]) => Math.abs(v - y) < 14 && x < u + w + 4 && u < x + wide + 4)) return;
      taken.push([x, y, wide]);
      write_label(this.draw, name, [x, y], ink, paper);
    });
  }

  private inside([x, y]: Flat): boolean {
    return x > -5 && y > -5 && x < this.width + 5 && y < this.height + 5;
  }
}
