// SPDX-License-Identifier: Apache-2.0
// Work only for what the reader sees: made when it comes into sight, made anew there when it has gone stale.

import { next_frame } from '../data/frame';
import { enlist, observe } from '../data/life';

const watched: (() => void)[] = [];
let all = false;

const paper = 320; // pixels of a plot's width on paper, where two are beside each other: drawn wider, its letters would shrink

/** As if all were in sight, for the printer; or no longer. */
export function see_all(on: boolean): void {
  all = on;
  for (const stale of watched) stale();
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
    if (!all && (!seen || width === 0)) return;
    if (fresh) move();
    else make(all ? paper : width);
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
    if (!all) stale();
  });
  observe(shows, target);
  observe(sizes, target);
  enlist(watched, stale);
  return { stale, moved: ask };
}
