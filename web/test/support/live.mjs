// SPDX-License-Identifier: Apache-2.0
// Live pages: whether the program writes them, and what a reader does in one.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { built } from './engine.mjs';
import { folder, program } from './pages.mjs';

/** A program that was built before the engine writes recordings. */
export function can_live() {
  if (!built) return false;
  try {
    execFileSync(program, ['studio', '--no-open', '-o', join(folder, 'new.html')], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('live pages are not tested: the program was built without the engine');
    return false;
  }
}

/** The next event of that name, with its detail; to be awaited after what causes it. */
export const next = (page, name) =>
  page.evaluate(
    (event) =>
      new Promise((done) => {
        setTimeout(() => done(undefined), 60_000);
        document.addEventListener(event, ({ detail }) => done(detail ?? {}), { once: true });
      }),
    name,
  );

/** Moves a slider to a multiple of its value; the run that follows. */
export async function slide(page, name, factor) {
  const run = next(page, 'zwang-run');
  await page.$eval(
    `.slider input[type=range][data-name="${name}"]`,
    (slider, by) => {
      slider.value = String(by * Number(slider.value));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    },
    factor,
  );
  return run;
}
