// SPDX-License-Identifier: Apache-2.0
// Work for the next frame: each job once, however often it is asked for, and what a job asks for in turn still in the same frame.

type Job = () => void;

const waiting = new Set<Job>();
let done: Set<Job> | undefined; // what this frame has done already, while it lasts
let later: Job[] = [];
let asked = false; // a frame is on its way

function ask(): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    run();
  });
}

/** Does what waits for the next frame at once: before the page is printed there is none. */
export function run(): void {
  done = new Set();
  try {
    // A set is walked in the order of entry, and what enters on the way is met too.
    for (const job of waiting) {
      waiting.delete(job);
      done.add(job);
      job();
    }
  } finally {
    // A job that failed takes no other one with it: the rest goes on in the next frame.
    done = undefined;
    for (const job of later) waiting.add(job);
    later = [];
    if (waiting.size > 0) ask();
  }
}

export function next_frame(job: Job): void {
  if (done?.has(job)) later.push(job);
  else {
    if (waiting.size === 0 && !done) ask();
    waiting.add(job);
  }
}
