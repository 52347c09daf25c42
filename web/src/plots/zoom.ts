// SPDX-License-Identifier: Apache-2.0
// The span of time that all plots show together.

import { enlist } from '../data/life';
import type { Show } from '../data/show';
import type { Track } from '../data/track';

export class Zoom {
  low: number;
  high: number;
  private whose: Track;
  private readonly watchers: (() => void)[] = [];

  constructor(private readonly show: Show) {
    this.low = show.track.start;
    this.high = show.track.end;
    this.whose = show.track;
    show.onChoose(() => {
      // The part that the reader chose stays where a run of the same length takes the place of the last one.
      const [before, now] = [this.whose, show.track];
      this.whose = now;
      const renewed = before.columns !== now.columns && before.start === now.start && before.end === now.end;
      if (!renewed) this.reset();
    });
  }

  watch(watcher: () => void): void {
    enlist(this.watchers, watcher);
  }

  set(low: number, high: number): void {
    const { start, end } = this.show.track;
    const least = 1e-9 * (end - start); // nearer, the axis runs out of digits
    this.low = Math.max(start, Math.min(low, high - least));
    this.high = Math.min(end, Math.max(high, low + least));
    for (const watcher of this.watchers) watcher();
  }

  /** Shows a share of what is shown now, around the present time if it is in sight. */
  by(factor: number): void {
    const { t } = this.show.clock;
    const middle = t >= this.low && t <= this.high ? t : 0.5 * (this.low + this.high);
    this.set(middle - factor * (middle - this.low), middle + factor * (this.high - middle));
  }

  reset(): void {
    const { start, end } = this.show.track;
    this.set(start, end);
  }

  get whole(): boolean {
    const { start, end } = this.show.track;
    return this.low <= start && this.high >= end;
  }
}
