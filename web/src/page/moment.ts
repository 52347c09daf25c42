// SPDX-License-Identifier: Apache-2.0
// Links to a moment: #t=1.25 opens the page there, and stands still.

import type { Clock } from '../data/clock';

export const address_of = (t: number): string => `#t=${Number(t.toPrecision(10))}`;

/** The time that an address names; undefined where it names none. */
export function moment_in(address: string): number | undefined {
  const text = /^#t=([-+0-9.eE]+)$/.exec(address)?.[1];
  const t = text === undefined ? NaN : Number(text);
  return Number.isFinite(t) ? t : undefined;
}

/** Goes where the address says, now and when it changes. True if it says something. */
export function watch_address(clock: Clock): boolean {
  const go = (): boolean => {
    const t = moment_in(location.hash);
    if (t === undefined) return false;
    clock.setPlaying(false);
    clock.seek(t);
    return true;
  };
  addEventListener('hashchange', go);
  return go();
}
