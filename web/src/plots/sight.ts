// SPDX-License-Identifier: Apache-2.0
// Work only for what the reader sees: made when it comes into sight, made anew there when it has gone stale.

import { next_frame } from '../data/frame';
import { enlist, observe } from '../data/life';

const watched: (() => void)[] = [];
let all = false;

/** As if all were in sight, for the printer; or no longer. */
export function see_all(on: boolean): void {
  all = on;
  if (on) for (const ask of watched) ask();
}

export function sees_all(): boolean {
  return all;
}

export interface Sight {
  /** It must be made anew. */
  stale(): void;
  /** The time has moved. */
  moved(): void;
}

/** make gets the width of the target, which nobody has to ask the page for. */
export function watch_sight(target: HTMLElement, make: (width: number) => void, move: () => void): Sight {
  let seen = false;
  let fresh = false;
  let width = 0;
  const work = (): void => {
    // Before the page is printed what was folded has been opened, and nobody has told its width yet.
    if (all && width === 0) width = target.clientWidth;
    if (!(seen || all) || width === 0) return;
    if (fresh) move();
    else make(width);
    fresh = true;
  };
  const ask = (): void => {
    if (seen || all) next_frame(work);
  };
  const stale = (): void => {
    fresh = false;
    ask();
  };
  const shows = new IntersectionObserver(
    (entries) => {
      seen = entries[entries.length - 1]!.isIntersecting;
      ask();
    },
    { rootMargin: '120px' },
  );
  const sizes = new ResizeObserver((entries) => {
    const wide = entries[entries.length - 1]!.contentRect.width;
    if (wide === width) return;
    width = wide;
    stale();
  });
  observe(shows, target);
  observe(sizes, target);
  enlist(watched, ask);
  return { stale, moved: ask };
}
