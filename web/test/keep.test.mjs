// SPDX-License-Identifier: Apache-2.0
// Live pages in a browser: runs that are kept behind others, the choice of the method, and what can be saved.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, open, until } from './support/browser.mjs';
import { can_live, next, slide } from './support/live.mjs';
import { folder, models, program } from './support/pages.mjs';

describe('a live page that keeps', { skip: !can_live(), timeout: 400_000 }, () => {
  let browser;
  let context;
  const pages = {};
  before(async () => {
    browser = await launch();
    context = await browser.newContext({ viewport: { width: 1300, height: 1600 }, reducedMotion: 'reduce' });
    for (const name of ['pendulum', 'geodesic_sphere']) {
      execFileSync(program, ['run', join(models, `${name}.toml`), '--out', folder, '--quiet'], { stdio: 'ignore' });
      pages[name] = join(folder, `${name}.html`);
    }
  });
  after(() => browser.close());

  const opened = async (file) => {
    const all = await open(context, file);
    await all.page.waitForSelector('.slider');
    return all;
  };
  const silent = async ({ page, complaints, requests }) => {
    assert.deepEqual([complaints, requests], [[], []]);
    await page.close();
  };
  /** Of the plots in sight: the others are drawn when they come there. */
  const behind = (page) => page.$$eval('[data-before]', (all) => all.filter((place) => place.getBoundingClientRect().top < 0.8 * innerHeight && place.getBoundingClientRect().bottom > 0).map((place) => place.dataset.before));
  const saved = async (page, label) => {
    const waiting = page.waitForEvent('download');
    await page.locator('#studio button', { hasText: label }).click();
    const path = await (await waiting).path();
    return { path, text: readFileSync(path, 'utf8') };
  };
  const status = (page) => page.$eval('#studio .status', (p) => p.textContent);
  /** Of the table of results: 1 is the start, 2 the end. */
  const cell_of = async (page, name, k) => {
    const rows = await page.$$eval('.results tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    return rows.find(([first]) => first.startsWith(name))?.[k].split('±')[0].trim();
  };
  const end_of = (page, name) => cell_of(page, name, 2);

  it('shows the run before behind the new one, until that is not wanted any more', async () => {
    const all = await opened(pages.pendulum);
    const { page } = all;
    await page.$eval('#plots', (plots) => plots.scrollIntoView());
    const compare = page.locator('#studio button', { hasText: 'Compare' });
    await compare.click();
    assert.equal(await compare.getAttribute('aria-pressed'), 'true');
    assert.equal((await slide(page, 'l', 1.2)).ending, 'ok');
    await until(() => behind(page), (words) => words.length > 0 && words.every((word) => word === 'yes'), 'curves behind');
    await compare.click();
    await until(() => behind(page), (words) => words.every((word) => word !== 'yes'), 'no curves behind');
    await silent(all);
  });

  it('runs by another method, to the same end', async () => {
    const all = await opened(pages.pendulum);
    const { page } = all;
    const ends = new Set();
    for (const method of ['dopri853', 'dopri5', 'radau5', 'auto']) {
      await page.selectOption('#studio-method', method);
      const told = `method${method === 'auto' ? 'dopri853' : method}`;
      const words = await until(() => page.textContent('#words'), (text) => text.replace(/\s/g, '').includes(told), `a run by ${method}`);
      assert.match(words, /The run reached t = 10/);
      ends.add(Number((await end_of(page, 'angle')).replace('−', '-')).toPrecision(4));
    }
    assert.equal(ends.size, 1, [...ends].join());
    await silent(all);
  });

  it('refuses a method that it has not, in words, and lives on', async () => {
    const all = await opened(join(folder, 'new.html'));
    const { page } = all;
    await page.waitForSelector('.stage');
    await page.$eval('#studio .text', (text) => (text.open = true));
    await page.waitForFunction(() => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content'));
    await page.evaluate(() => {
      const place = document.querySelector('.editor').shadowRoot.querySelector('.cm-content');
      const view = (place.cmTile ?? place.cmView).view;
      view.dispatch({ changes: { from: view.state.doc.length, insert: 'method = "bdf"\n' } });
    });
    await until(() => page.$eval('#studio .diagnosis', (d) => d.textContent), (words) => /bdf/.test(words), 'a refusal');
    await silent(all);
  });

  for (const [name, parameter, row] of [['pendulum', 'l', 'angle'], ['geodesic_sphere', 'lat1', 'speed']])
    it(`is saved with the run that it shows, and can be changed there again: ${name}`, async () => {
      const all = await opened(pages[name]);
      const { page } = all;
      assert.equal((await slide(page, parameter, 1.1)).ending, 'ok');
      await page.waitForTimeout(600); // with its error
      const there = await end_of(page, row);
      const { text } = await saved(page, 'Save page');
      const file = join(folder, `${name}-saved.html`);
      writeFileSync(file, text);
      await silent(all);
      const again = await opened(file);
      assert.equal(await end_of(again.page, row), there);
      assert.ok(await again.page.locator('.slider.changed').count() > 0, 'the slider is where it was');
      assert.equal((await slide(again.page, parameter, 1 / 1.1)).ending, 'ok');
      await silent(again);
    });

  it('is saved with the pose that was dragged', async () => {
    const all = await opened(pages.pendulum);
    const { page } = all;
    const box = await (await page.$('.stage')).boundingBox();
    const spots = JSON.parse(await page.$eval('.stage', (stage) => stage.dataset.drawn));
    const [x, y] = [box.x + spots.at(-1)[0], box.y + spots.at(-1)[1]];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const held = next(page, 'zwang-held');
    await page.mouse.move(x - 30, y + 60, { steps: 4 });
    assert.ok((await held)?.ok);
    const run = next(page, 'zwang-run');
    await page.mouse.up();
    assert.equal((await run)?.ending, 'ok');
    const { text } = await saved(page, 'Save page');
    const file = join(folder, 'dragged-saved.html');
    writeFileSync(file, text);
    const began = await cell_of(page, 'angle', 1);
    assert.notEqual(began, '1.5708', 'it begins elsewhere than the model says');
    await silent(all);
    const again = await opened(file);
    const back = again.page.locator('button', { hasText: 'Start as the model says' });
    assert.ok(await back.isVisible());
    assert.equal(await cell_of(again.page, 'angle', 1), began);
    assert.equal((await slide(again.page, 'g', 1.01)).ending, 'ok');
    assert.ok(await back.isVisible());
    await silent(again);
  });

  it('saves the text and the numbers', async () => {
    const all = await opened(pages.pendulum);
    const { page } = all;
    const model = await saved(page, 'Save model');
    assert.equal(model.text.trim(), readFileSync(join(models, 'pendulum.toml'), 'utf8').trim());
    await slide(page, 'l', 1.2);
    const table = await saved(page, 'Save CSV');
    assert.match(table.text.split('\n').find((line) => !line.startsWith('#')), /bob\.x/);
    assert.match(await status(page), /ms/);
    await silent(all);
  });
});
