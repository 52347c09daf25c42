// SPDX-License-Identifier: Apache-2.0
// The page of many runs: charts of what the file says, a run found by pointing at it, no requests.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, until } from './support/browser.mjs';
import { folder, models, program } from './support/pages.mjs';

let browser;
let context;
let file;
before(async () => {
  execFileSync(program, ['sweep', join(models, 'pendulum_spread.toml'), '--out', folder, '--quiet', '--runs', '64']);
  file = join(folder, 'pendulum_spread.sweep.html');
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

/** How many pixels of a canvas are not empty. */
const inked = (page, place) =>
  page.$eval(place, (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 3; k < data.length; k += 4) count += data[k] > 0 ? 1 : 0;
    return count;
  });

test('all charts are drawn, and nothing is asked for', async () => {
  const { page, complaints, requests } = await open(context, file);
  assert.equal(await page.$$eval('#spread canvas', (all) => all.length), 3, 'a histogram for each number');
  for (const place of ['#spread canvas', '#pairs canvas', '#lines canvas', '#heat canvas'])
    await until(() => inked(page, place), (count) => count > 1000, `ink in ${place}`);
  assert.match(await page.textContent('#numbers'), /64 runs/);
  assert.deepEqual(complaints, []);
  assert.deepEqual(requests, []);
  await page.close();
});

test('pointing at a run tells which it is and how to see it', async () => {
  const { page } = await open(context, file);
  await until(() => inked(page, '#lines canvas'), (count) => count > 1000, 'lines');
  await page.$eval('#lines canvas', (canvas) => canvas.scrollIntoView({ block: 'center' }));
  const box = await (await page.$('#lines canvas')).boundingBox();
  for (let k = 0; k < 40 && !/^Run \d+/.test(await page.textContent('#pairs .run')); ++k)
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 40 + (k * (box.height - 80)) / 40);
  assert.match(await page.textContent('#pairs .run'), /^Run \d+: l .*zwang run .*pendulum_spread\.toml --sample \d+$/);
  await page.close();
});
