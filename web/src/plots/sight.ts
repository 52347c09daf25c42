// SPDX-License-Identifier: Apache-2.0
// Work only for what the reader sees: made when it comes into sight, made anew there when it has gone stale.

export interface Sight {
  /** It must be made anew. */
  stale(): void;
  /** The time has moved. */
  moved(): void;
}

const pause = 60; // milliseconds between two moves while playing

export function watch_sight(target: HTMLElement, make: () => void, move: () => void): Sight {
  let seen = false;
  let fresh = false;
  let asked = false;
  let moved = 0;
  const work = (): void => {
    asked = false;
    if (!seen) return;
    if (fresh) move();
    else make();
    fresh = true;
    moved = performance.now();
  };
  const ask = (): void => {
    if (asked || !seen) return;
    asked = true;
    const wait = fresh ? Math.max(0, pause - (performance.now() - moved)) : 0;
    if (wait > 0) setTimeout(() => requestAnimationFrame(work), wait);
    else requestAnimationFrame(work);
  };
  new IntersectionObserver(
    (entries) => {
      seen = entries[entries.length - 1]!.isIntersecting;
      ask();
    },
    { rootMargin: '200px' },
  ).observe(target);
  let width = 0;
  new ResizeObserver(() => {
    if (target.clientWidth === width) return;
    width = target.clientWidth;
    fresh = false;
    ask();
  }).observe(target);
  return {
    stale: () => {
      fresh = false;
      ask();
    },
    moved: ask,
  };
}
