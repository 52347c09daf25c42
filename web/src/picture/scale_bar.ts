// SPDX-License-Identifier: Apache-2.0
// How long a force is drawn: a bar in the corner of the picture with its number.

import type { Show } from '../data/show';
import { element } from '../page/dom';
import { nice_step, short } from '../page/number';

const usual = 90; // CSS pixels

export class ScaleBar {
  readonly element = element('div', { class: 'scale', hidden: true });
  private readonly bar = element('i', { 'aria-hidden': 'true' });
  private readonly words = element('span');
  private before = 0;
  readonly unit: string;

  constructor(show: Show) {
    const along = show.scene.arrows.flatMap(({ vector }) => vector).find((entry) => typeof entry === 'number');
    this.unit = along === undefined ? '' : show.columns.heads[along]!.unit;
    this.element.append(this.bar, this.words);
  }

  /** pixels: of a force of 1; 0 where no arrow is shown. */
  set(pixels: number): void {
    if (pixels === this.before) return;
    this.before = pixels;
    this.element.hidden = !(pixels > 0 && Number.isFinite(pixels));
    if (this.element.hidden) return;
    const force = nice_step(usual / pixels, 1);
    this.bar.style.width = `${(force * pixels).toFixed(1)}px`;
    this.words.textContent = `force scale: ${short(force)}${this.unit ? ` ${this.unit}` : ''}`;
  }
}
