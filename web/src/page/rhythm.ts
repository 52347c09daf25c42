// SPDX-License-Identifier: Apache-2.0
// Numbers that change with the time: written as often as they can be read, and at once where the time stands still.

import type { Clock } from '../data/clock';

const pause = 100; // milliseconds between two writings while playing

export function readable(clock: Clock, write: () => void): () => void {
  let written = 0;
  return () => {
    const now = performance.now();
    if (clock.playing && now - written < pause) return;
    written = now;
    write();
  };
}

/** An element's text, left alone where it is the same: even equal text is laid out anew. */
export function write_text(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
