// SPDX-License-Identifier: Apache-2.0
// The page of every model: opens from disk in silence, shows something that moves, has its curves, fits a phone.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { launch, look, make_plots, open, scrub } from './support/browser.mjs';
import { all_models, run_model } from './support/pages.mjs';

let browser;
let context;
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 720, height: 480 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

/** Plays for a moment, then scrubs on: the time moves, and the picture with it. */
async function expect_motion(page, start, end, drawn) {
  await page.keyboard.press(' ');
  await page.waitForFunction((t) => Number(document.getElementById('scrubber').dataset.t) > t, start, { polling: 'raf' });
  await page.keyboard.press(' ');
  await scrub(page, start + 0.37 * (end - start));
  assert.notEqual((await look(page)).sum, drawn.sum, 'the picture does not change');
}

async function expect_good_page(name) {
  const files = await run_model(name);
  const { page, complaints, requests } = await open(context, files.page);
  try {
    const [start, end] = await page.$eval('#scrubber', (s) => [Number(s.min), Number(s.max)]);
    const columns = await page.$eval('#zwang-scene', (scene) => JSON.parse(scene.textContent).columns.length);
    // A page of ordinary size; a chain of a hundred bodies brings a thousand columns, and they take their room.
    const size = statSync(files.page).size;
    assert.ok(size < 1.5e6 + 1000 * Math.max(0, columns - 500), `${size} bytes for ${columns} columns`);
    const drawn = await look(page);
    assert.ok(drawn.differing > 20, 'the picture is blank');

    if (end > start) await expect_motion(page, start, end, drawn);
    const count = await make_plots(page);
    assert.ok(count >= 2);
    const short = await page.$$eval('.plot', (plots) => plots.filter((p) => p.dataset.shown && p.dataset.shown !== p.dataset.curves).map((p) => p.getAttribute('aria-label')));
    assert.deepEqual(short, [], 'plots without all their curves');

    await page.setViewportSize({ width: 360, height: 700 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} pixels wide on a phone`);
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests, []);
  } finally {
    await page.close();
  }
}

// Two at a time: a page waits for frames half of its life.
describe('the page of every model', { concurrency: 2 }, () => {
  for (const name of all_models()) it(name, () => expect_good_page(name));
});
