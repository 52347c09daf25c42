// SPDX-License-Identifier: Apache-2.0
// What the page promises a reader, on a few models: state at a time, keys, plots, colours, no scripts, no WebGL.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, look, make_plots, open, scrub } from './support/browser.mjs';
import { poor_contrast } from './support/contrast.mjs';
import { models, read_csv, run_model } from './support/pages.mjs';

let browser;
let context;
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

const time_of = (page) => page.$eval('#scrubber', (s) => Number(s.dataset.t));
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The table of the present state, as numbers by name. */
const state_of = (page) =>
  page.$$eval('.state-table tbody tr', (rows) =>
    Object.fromEntries(rows.map((row) => [...row.children].map((cell) => cell.textContent)).map(([name, value]) => [name, Number(value.replaceAll('−', '-'))])),
  );

test('scrubbing to a sample shows the state of that sample, in numbers and in the picture', async () => {
  const files = await run_model('pendulum');
  const table = read_csv(files.csv);
  const { page } = await open(context, files.page);
  const seen = [];
  for (const row of [0, 17, 80, 133, table.t.length - 1]) {
    await scrub(page, table.t[row]);
    const state = await state_of(page);
    for (const name of ['bob.x', 'bob.y'])
      // Five digits are shown, of a single-precision number.
      assert.ok(Math.abs(state[name] - table[name][row]) <= 1e-4 * Math.max(1, Math.abs(table[name][row])), `${name} at row ${row}`);
    const [[x, y]] = JSON.parse(await page.$eval('.stage', (s) => s.dataset.drawn));
    seen.push({ x, y, row });
  }
  // One scale for both axes, y upward: fixed by two samples, it must place the others to half a pixel.
  const [a, b] = [seen[0], seen[2]];
  const scale = (b.x - a.x) / (table['bob.x'][b.row] - table['bob.x'][a.row]);
  assert.ok(scale > 50, `${scale} pixels a length`);
  for (const { x, y, row } of seen) {
    assert.ok(Math.abs(a.x + scale * (table['bob.x'][row] - table['bob.x'][a.row]) - x) < 0.5, `x at row ${row}`);
    assert.ok(Math.abs(a.y - scale * (table['bob.y'][row] - table['bob.y'][a.row]) - y) < 0.5, `y at row ${row}`);
  }
  await page.close();
});

test('the keys play, step, jump, change speed, loop, follow and reset', async () => {
  const { page, complaints } = await open(context, (await run_model('pendulum')).page);
  const end = await page.$eval('#scrubber', (s) => Number(s.max));
  const press = async (key) => {
    await page.keyboard.press(key);
    await frames(page);
  };
  assert.equal(await page.$eval('.state', (s) => s.textContent), 'paused', 'reduced motion does not start by itself');
  await press('End');
  assert.equal(await time_of(page), end);
  await press('Home');
  assert.equal(await time_of(page), 0);
  await press('ArrowRight');
  assert.ok(Math.abs((await time_of(page)) - 0.01 * end) < 1e-12);
  await press('ArrowLeft');
  assert.equal(await time_of(page), 0);
  await press('+');
  assert.equal(await page.$eval('.transport select', (s) => s.selectedOptions[0].textContent), '×2');
  await press('-');
  await press('-');
  assert.equal(await page.$eval('.transport select', (s) => s.selectedOptions[0].textContent), '×0.5');
  await press(' ');
  assert.equal(await page.$eval('.state', (s) => s.textContent), 'playing');
  await page.waitForFunction(() => Number(document.getElementById('scrubber').dataset.t) > 0);
  await press(' ');
  assert.equal(await page.$eval('.state', (s) => s.textContent), 'paused');

  const drawn = () => page.$eval('.stage', (s) => s.dataset.drawn);
  const before_zoom = await drawn();
  await press(']');
  assert.notEqual(await drawn(), before_zoom);
  await press('r');
  assert.equal(await drawn(), before_zoom);
  await press('f');
  await press('Home');
  const [[x0, y0]] = JSON.parse(await drawn());
  await scrub(page, 0.6);
  const [[x1, y1]] = JSON.parse(await drawn());
  assert.ok(Math.hypot(x1 - x0, y1 - y0) < 0.3, 'the followed point stays where it is');
  await press('?');
  assert.ok(await page.$eval('dialog', (d) => d.open));
  await press('Escape');
  assert.ok(!(await page.$eval('dialog', (d) => d.open)));
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the focus is visible, and every control has a name', async () => {
  const { page } = await open(context, (await run_model('pendulum')).page);
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, 'solid');
  const nameless = await page.$$eval('button, input, select, canvas.view', (all) =>
    all.filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')?.textContent.trim() || e.closest('[aria-label]'))).length,
  );
  assert.equal(nameless, 0);
  await page.close();
});

test('dragging in a plot moves the time, dragging with shift zooms all plots, and files can be saved', async () => {
  const { page } = await open(context, (await run_model('pendulum')).page);
  await scrub(page, 5);
  await make_plots(page);
  const lines = await page.$$eval('.plot .now', (all) => all.map((line) => line.hidden));
  assert.ok(lines.length > 3 && lines.every((hidden) => !hidden), 'every plot shows the present time');
  const over = await page.$('.plot .u-over');
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  const end = await page.$eval('#scrubber', (s) => Number(s.max));
  await page.mouse.click(box.x + 0.25 * box.width, box.y + 40);
  assert.ok(Math.abs((await time_of(page)) - 0.25 * end) < 0.02 * end);
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 40, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await frames(page);
  assert.equal(await page.$eval('#plots .head button:nth-of-type(3)', (b) => b.disabled), false);
  for (const [label, extension] of [['CSV', 'csv'], ['SVG', 'svg'], ['PNG', 'png']]) {
    const waiting = page.waitForEvent('download');
    await page.click(`.plot >> text="${label}" >> nth=0`);
    const file = await waiting;
    assert.ok(file.suggestedFilename().endsWith(extension));
    const text = readFileSync(await file.path());
    assert.ok(text.length > 500, `${label}: ${text.length} bytes`);
    if (label === 'CSV') assert.ok(text.toString().startsWith('t,bob.x,bob.y\n'));
  }
  await page.close();
});

test('text can be read in light and in dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const other = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce', colorScheme });
    const { page } = await open(other, (await run_model('seed_circle')).page);
    await make_plots(page);
    assert.deepEqual(await poor_contrast(page), [], colorScheme);
    await other.close();
  }
});

test('extremals stand in one picture, and choosing another changes time, plots and picture', async () => {
  const { page, complaints } = await open(context, (await run_model('seed_circle')).page);
  const radios = await page.$$('input[name="extremal"]');
  assert.ok(radios.length >= 2);
  const first = await look(page);
  await radios[1].click();
  await frames(page);
  assert.notEqual((await look(page)).sum, first.sum);
  await page.keyboard.press('n');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('without WebGL a model in space is drawn flat, and still moves', async () => {
  const other = await browser.newContext({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' });
  await other.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return /webgl/.test(kind) ? null : get.call(this, kind, ...rest);
    };
  });
  const { page, complaints } = await open(other, (await run_model('spherical_pendulum')).page);
  assert.equal(await page.$eval('.stage', (s) => s.dataset.view), 'plane');
  const first = await look(page);
  assert.ok(first.differing > 20);
  await scrub(page, 1.3);
  assert.notEqual((await look(page)).sum, first.sum);
  assert.deepEqual(complaints, []);
  await other.close();
});

test('with WebGL a model in space has depth, and turns under the mouse', async () => {
  const { page } = await open(context, (await run_model('spherical_pendulum')).page);
  assert.equal(await page.$eval('.stage', (s) => s.dataset.view), 'space');
  const drawn = await page.$eval('.stage', (s) => s.dataset.drawn);
  const box = await (await page.$('.stage')).boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 220, { steps: 4 });
  await page.mouse.up();
  await frames(page);
  assert.notEqual(await page.$eval('.stage', (s) => s.dataset.drawn), drawn);
  await page.close();
});

test('without scripts the text is complete', async () => {
  const other = await browser.newContext({ viewport: { width: 360, height: 700 }, javaScriptEnabled: false });
  const page = await other.newPage();
  const files = await run_model('pendulum');
  await page.goto(`file://${files.page}`);
  const text = await page.innerText('main');
  for (const line of readFileSync(join(models, 'pendulum.toml'), 'utf8').split('\n')) assert.ok(text.includes(line.trim()), line);
  for (const id of ['summary', 'method', 'equations', 'model', 'reproduce']) assert.equal(await page.locator(`#${id}`).count(), 1, id);
  assert.ok((await page.locator('table').count()) >= 1);
  assert.equal(await page.locator('#moving').isVisible(), false);
  await other.close();
});

test('a reader who has not asked for stillness sees it play at once', async () => {
  const other = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const { page } = await open(other, (await run_model('pendulum')).page);
  await page.waitForFunction(() => Number(document.getElementById('scrubber').dataset.t) > 0.05);
  await other.close();
});
