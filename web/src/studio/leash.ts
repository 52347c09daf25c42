// SPDX-License-Identifier: Apache-2.0
// The line from what is held to the pointer, with the force in it.

type Spot = readonly [number, number];

const make = (tag: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', tag);

export class Leash {
  readonly element = make('svg');
  private readonly line = make('line');
  private readonly ring = make('circle');
  private readonly words = make('text');

  constructor() {
    this.element.classList.add('leash');
    this.ring.setAttribute('r', '7');
    this.element.append(this.line, this.ring, this.words);
    this.set(undefined);
  }

  /** Nothing is held: no `from`. */
  set(from: Spot | undefined, to: Spot = [0, 0], words = ''): void {
    this.element.toggleAttribute('hidden', !from);
    if (!from) return;
    const put = (element: SVGElement, values: Record<string, number>): void => {
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value.toFixed(1));
    };
    put(this.line, { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
    put(this.ring, { cx: from[0], cy: from[1] });
    put(this.words, { x: to[0] + 10, y: to[1] - 8 });
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}
