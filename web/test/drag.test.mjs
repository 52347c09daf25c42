// SPDX-License-Identifier: Apache-2.0
// Live pages in a browser: taking hold of the mechanism, and links that hold a model.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, open } from './support/browser.mjs';
import { built } from './support/engine.mjs';
import { folder, models, program } from './support/pages.mjs';

function can_live() {
  if (!built) return false;
  try {
    execFileSync(program, ['studio', '--no-open', '-o', join(folder, 'empty.html')], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The next event of that name, with its detail; to be awaited after what causes it. */
const next = (page, name) =>
  page.evaluate(
    (event) =>
      new Promise((done) => {
        setTimeout(() => done(undefined), 30_000);
        document.addEventListener(event, ({ detail }) => done(detail ?? {}), { once: true });
      }),
    name,
  );

/** A spot of the picture from which something can be taken hold of: the one farthest from the pivots at the middle. */
async function handle(page) {
  const box = await (await page.$('.stage')).boundingBox();
  const spots = [];
  for (let i = 1; i < 24; i += 1) {
    for (let k = 1; k < 16; k += 1) {
      const spot = [box.x + (i * box.width) / 24, box.y + (k * box.height) / 16];
      await page.mouse.move(...spot);
      if (await page.$eval('.stage', (stage) => stage.classList.contains('holds'))) spots.push(spot);
    }
  }
  return { box, spots };
}

describe('a live page that is taken hold of', { skip: !can_live(), timeout: 200_000 }, () => {
  let browser;
  let context;
  let file;
  before(async () => {
    browser = await launch();
    context = await browser.newContext({ viewport: { width: 1300, height: 850 }, reducedMotion: 'reduce' });
    execFileSync(program, ['run', join(models, 'pendulum.toml'), '--out', folder, '--quiet'], { stdio: 'ignore' });
    file = join(folder, 'pendulum.html');
  });
  after(() => browser.close());

  it('starts from the pose that was dragged, and from its own again', async () => {
    const { page, complaints, requests } = await open(context, file);
    await page.waitForSelector('.slider');
    const { spots } = await handle(page);
    assert.ok(spots.length > 0, 'nothing can be taken hold of');
    const [x, y] = spots.at(-1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    const held = next(page, 'zwang-held');
    await page.mouse.move(x - 30, y + 80, { steps: 4 });
    const pose = await held;
    assert.ok(pose?.ok && pose.on, JSON.stringify(pose));
    assert.ok(Math.abs(Math.hypot(pose.state['bob.x'], pose.state['bob.y']) - 1) < 1e-9, 'the rod keeps its length');
    const run = next(page, 'zwang-run');
    await page.mouse.up();
    assert.equal((await run)?.ending, 'ok');
    const again = page.locator('button', { hasText: 'Start as the model says' });
    assert.ok(await again.isVisible());
    const back = next(page, 'zwang-run');
    await again.click();
    assert.equal((await back)?.ending, 'ok');
    assert.ok(!(await again.isVisible()));
    assert.deepEqual([complaints, requests], [[], []]);
    await page.close();
  });

  it('is pulled by a spring while it plays', async () => {
    const { page, complaints } = await open(context, file);
    await page.waitForSelector('.slider');
    const { spots } = await handle(page);
    const [x, y] = spots.at(-1);
    await page.mouse.move(x, y);
    await page.keyboard.press(' ');
    await page.mouse.down();
    const held = next(page, 'zwang-held');
    await page.mouse.move(x - 10, y - 60, { steps: 3 });
    const told = await held;
    assert.ok(told?.spring?.stiffness > 0, JSON.stringify(told));
    const run = next(page, 'zwang-run');
    await page.mouse.up();
    assert.equal((await run)?.ending, 'ok');
    assert.deepEqual(complaints, []);
    await page.close();
  });

  it('has a link that holds the model', async () => {
    const { page, complaints } = await open(context, file);
    await page.waitForSelector('.slider');
    const run = next(page, 'zwang-run');
    await page.$eval('.slider input[type=range]', (slider) => {
      slider.value = String(0.9 * Number(slider.value));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await run;
    await page.locator('button', { hasText: 'Copy link' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#z='));
    const link = await page.evaluate(() => location.hash);
    const other = await open(context, file);
    await other.page.waitForSelector('.slider');
    await other.page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await other.page.waitForSelector('.offer:not([hidden])');
    const made = next(other.page, 'zwang-run');
    await other.page.locator('button', { hasText: 'Open it' }).click();
    assert.equal((await made)?.ending, 'ok');
    assert.deepEqual([...complaints, ...other.complaints], []);
    await page.close();
    await other.page.close();
  });
});
