// SPDX-License-Identifier: Apache-2.0
// The time that picture and plots share, and whether and how fast it runs.

import { next_frame } from './frame';
import { enlist } from './life';

export type Watcher = () => void;

/** Playback speeds, as multiples of the pace at which the whole run lasts its own time. */
export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

export class Clock {
  t: number;
  playing = false;
  loop = true;
  speed = 1;
  private before = 0;
  private readonly watchers: Watcher[] = [];

  /** pace: seconds of the model in one second of the clock on the wall, at speed 1. */
  constructor(
    public start: number,
    public end: number,
    public pace: number,
  ) {
    this.t = start;
  }

  watch(watcher: Watcher): void {
    enlist(this.watchers, watcher);
  }

  seek(t: number): void {
    this.t = Math.min(this.end, Math.max(this.start, t));
    this.tell();
  }

  /** Another run with its own span; the share of the way done is kept. */
  setSpan(start: number, end: number): void {
    const share = this.end > this.start ? (this.t - this.start) / (this.end - this.start) : 0;
    this.start = start;
    this.end = end;
    this.seek(start + share * (end - start));
  }

  setPlaying(playing: boolean): void {
    if (playing && this.t >= this.end) this.t = this.start;
    if (playing && !this.playing) {
      this.before = performance.now();
      next_frame(this.tick);
    }
    this.playing = playing;
    this.tell();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.tell();
  }

  /** The next faster (or slower) of the speeds. */
  changeSpeed(by: 1 | -1): void {
    const at = speeds.indexOf(this.speed);
    this.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, at + by))] ?? 1);
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.tell();
  }

  private readonly tick = (): void => {
    if (!this.playing) return;
    const now = performance.now();
    // A hidden page gets no frames: what it missed is not made up for in one jump.
    const passed = Math.min(0.1, Math.max(0, (now - this.before) / 1000));
    this.before = now;
    this.t += passed * this.pace * this.speed;
    if (this.t >= this.end) this.wrap();
    this.tell();
    if (this.playing) next_frame(this.tick);
  };

  private wrap(): void {
    const span = this.end - this.start;
    if (this.loop && span > 0) this.t = this.start + ((this.t - this.start) % span);
    else {
      this.t = this.end;
      this.playing = false;
    }
  }

  /** A pointer reports several moves a frame: the watchers hear of the last. */
  private tell(): void {
    next_frame(this.told);
  }

  private readonly told = (): void => {
    for (const watcher of this.watchers) watcher();
  };
}

/** Speed 1 is real time where a run lasts 2 s to 30 s; longer and shorter ones are fitted to that. */
export function natural_pace(span: number): number {
  if (!(span > 0)) return 1;
  const seconds = Math.min(30, Math.max(4, span));
  return span < 2 || span > 30 ? span / seconds : 1;
}
