// SPDX-License-Identifier: Apache-2.0
// Live pages in a browser, from disk: sliders, the editor, stopping; no request, and not a word of complaint.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, look_until_changed, look_until_drawn, open, until } from './support/browser.mjs';
import { built } from './support/engine.mjs';
import { folder, models, program } from './support/pages.mjs';

/** A program that was built before the engine writes recordings. */
function can_live() {
  if (!built) return false;
  try {
    execFileSync(program, ['studio', '--no-open', '-o', join(folder, 'new.html')], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('live pages are not tested: the program was built without the engine');
    return false;
  }
}

const live = can_live();

/** Does something and waits for the run that follows. */
const after_run = (page, act, argument) =>
  page.evaluate(
    ([body, given]) =>
      new Promise((done) => {
        setTimeout(() => done({ ending: 'no run' }), 60_000);
        document.addEventListener('zwang-run', ({ detail }) => requestAnimationFrame(() => done(detail)), { once: true });
        document.dispatchEvent(new CustomEvent(body, { detail: given }));
      }),
    [act, argument],
  );

/** Acts that a test can ask for by name. */
const prepare = (page) =>
  page.evaluate(() => {
    document.addEventListener('test-slide', ({ detail: { name, value } }) => {
      const slider = document.querySelector(`.slider input[type=range][data-name="${name}"]`);
      slider.value = String(value);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    document.addEventListener('test-duration', ({ detail }) => {
      const field = document.getElementById('studio-duration');
      field.value = String(detail);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  });

const status = (page) => page.$eval('#studio .status', (p) => p.textContent);
const state = (page, name) => page.$$eval('.results tr', (rows, wanted) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)).find(([first]) => first === wanted), name);

describe('a live page', { skip: !live, timeout: 400_000 }, () => {
  let browser;
  let context;
  const pages = {};
  before(async () => {
    browser = await launch();
    context = await browser.newContext({ viewport: { width: 1300, height: 850 }, reducedMotion: 'reduce' });
    for (const name of ['pendulum', 'bicycle', 'geodesic_sphere']) {
      execFileSync(program, ['run', join(models, `${name}.toml`), '--out', folder, '--quiet'], { stdio: 'ignore' });
      pages[name] = join(folder, `${name}.html`);
    }
  });
  after(() => browser.close());

  const opened = async (file) => {
    const all = await open(context, file);
    all.page.setDefaultTimeout(60_000);
    await all.page.waitForSelector('.slider');
    await prepare(all.page);
    return all;
  };
  const silent = async ({ page, complaints, requests }) => {
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests, []);
    await page.close();
  };

  it('has no more bytes than can be mailed', () => {
    assert.ok(statSync(pages.pendulum).size < 3e6, `${statSync(pages.pendulum).size} bytes`);
  });

  for (const [name, parameter] of [['pendulum', 'l'], ['bicycle', 'v'], ['geodesic_sphere', 'lat1']])
    it(`runs again while a slider moves: ${name}`, async () => {
      const all = await opened(pages[name]);
      const { page } = all;
      const drawn = await look_until_drawn(page);
      const value = Number(await page.locator(`.slider input[type=range][data-name="${parameter}"]`).inputValue());
      for (let i = 1; i <= 5; ++i) {
        const { ending } = await after_run(page, 'test-slide', { name: parameter, value: value * (1 - 0.04 * i) });
        assert.equal(ending, 'ok');
      }
      if (name === 'pendulum') await look_until_changed(page, drawn);
      await silent(all);
    });

  it('shows the motion that the program computes, with its error', async () => {
    const all = await opened(pages.pendulum);
    const { page } = all;
    await after_run(page, 'test-slide', { name: 'l', value: 1.25 });
    const row = await until(() => state(page, 'angle'), (cells) => cells?.[2]?.includes('±'), 'the error of the angle');
    const told = JSON.parse(execFileSync(program, ['run', join(models, 'pendulum.toml'), '--set', 'l=1.25', '--json', '--no-report', '--out', folder], { encoding: 'utf8' }));
    const wanted = told.observe?.angle ?? told.error.values.angle.value;
    assert.ok(Math.abs(Number(row[2].split('±')[0].replaceAll('−', '-')) - wanted) < 1e-4 * Math.abs(wanted), `${row[2]}, not ${wanted}`);
    await silent(all);
  });

  it('complains of the text as the program does, and runs it when it is right again', async () => {
    const all = await opened(join(folder, 'new.html'));
    const { page } = all;
    await page.waitForSelector('.stage');
    await page.click('#studio .text > summary');
    const content = page.locator('.editor .cm-content');
    await content.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nnonsense = 1');
    const words = await until(() => page.$eval('#studio .diagnosis', (d) => d.textContent), (text) => /nonsense/.test(text), 'a complaint');
    assert.match(words, /line \d+/);
    await until(() => page.locator('.editor .cm-lintRange-error').count(), (count) => count > 0, 'a squiggle');
    for (let i = 0; i < 13; ++i) await page.keyboard.press('Backspace');
    await until(() => page.$eval('#studio .diagnosis', (d) => d.textContent), (text) => /degree of freedom/.test(text), 'no complaint');
    await silent(all);
  });

  it('can be stopped, and lives on', async () => {
    const all = await opened(pages.pendulum);
    const { page } = all;
    for (let round = 0; round < 3; ++round) {
      await page.fill('#studio-duration', `${1 + round}e7`);
      await page.press('#studio-duration', 'Tab');
      await page.waitForSelector('#studio .choices button:has-text("Stop"):visible');
      await page.click('#studio .choices button:has-text("Stop")');
      await until(() => status(page), (words) => /Stopped/.test(words), 'the end of a long run');
    }
    const { ending } = await after_run(page, 'test-duration', 2);
    assert.equal(ending, 'ok');
    await silent(all);
  });

  it('lets nothing of a model become markup', async () => {
    const file = join(folder, 'evil.html');
    const text = readFileSync(join(models, 'pendulum.toml'), 'utf8').replace('title = "Pendulum"', 'title = "</script><img src=x onerror=alert(1)> 🌍 \\u2028 שלום"');
    const model = join(folder, 'evil.toml');
    (await import('node:fs')).writeFileSync(model, text);
    execFileSync(program, ['studio', model, '--no-open', '-o', file], { stdio: 'ignore' });
    const all = await opened(file);
    const { page } = all;
    await page.waitForSelector('.stage');
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.$eval('h1', (h1) => h1.textContent), /<\/script><img|evil/);
    await silent(all);
  });
});
