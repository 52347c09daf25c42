// SPDX-License-Identifier: Apache-2.0
// The page of two runs: the second behind the curves of the first, the table of what differs, no requests.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, until } from './support/browser.mjs';
import { folder, models, program } from './support/pages.mjs';

let browser;
let context;
const file = join(folder, 'both.html');
before(async () => {
  for (const [name, a] of [['short', '50 mm'], ['long', '60 mm']]) {
    mkdirSync(join(folder, name), { recursive: true });
    execFileSync(program, ['run', join(models, 'wiper.toml'), '--out', join(folder, name), '--quiet', '--no-report', '--no-error', '--set', `a=${a}`]);
  }
  execFileSync(program, ['compare', join(folder, 'short', 'wiper.h5'), join(folder, 'long', 'wiper.h5'), '--page', file]);
  execFileSync(program, ['report', join(folder, 'short', 'wiper.h5'), '--out', join(folder, 'alone.html')]);
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1100, height: 1600 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

/** How many pixels of the first plot are not empty. */
const inked = (page) =>
  page.$$eval('#plots canvas', ([canvas]) => {
    if (!canvas) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 3; k < data.length; k += 4) count += data[k] > 0 ? 1 : 0;
    return count;
  });

/** The same, once it stays: a plot may be drawn again as the page finds its width. */
const settled = async (page) => {
  let last = -1;
  return until(async () => {
    const now = await inked(page);
    const same = now === last;
    last = now;
    await page.waitForTimeout(200);
    return same ? now : 0;
  }, (count) => count > 1000, 'one curve');
};

test('both runs are drawn, and nothing is asked for', async () => {
  const { page, complaints, requests } = await open(context, file);
  const alone = (await open(context, join(folder, 'alone.html'))).page;
  for (const one of [page, alone]) await one.$eval('#plots', (plots) => plots.scrollIntoView());
  const one = await settled(alone);
  await until(() => inked(page), (count) => count > one + 500, `a second curve beside ${one}`);
  const behind = await page.$$eval('[data-before]', (all) => all.map((place) => place.dataset.before));
  assert.ok(behind.length > 0 && behind.every((word) => word === 'yes'), `curves behind: ${behind}`);
  const words = await page.textContent('#comparison');
  assert.match(words, /short.wiper\.h5.*drawn in full.*long.wiper\.h5.*dashed/s);
  assert.match(words, /force\(nonideal\)\.arm\.angle/);
  assert.deepEqual(complaints, []);
  assert.deepEqual(requests, []);
  await page.close();
});
