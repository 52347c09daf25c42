// SPDX-License-Identifier: Apache-2.0
// What the page promises a reader, on a few models: state at a time, keys, plots, colours, no scripts, no WebGL.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, look_until_changed, look_until_drawn, make_plots, open, scrub, until } from './support/browser.mjs';
import { poor_contrast } from './support/contrast.mjs';
import { models, read_csv, run_model, state_of } from './support/pages.mjs';
import { pack, write_page } from './support/template.mjs';

let browser;
let context;
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

const time_of = (page) => page.$eval('#scrubber', (s) => Number(s.dataset.t));
const drawn_in = (page) => page.$eval('.stage', (s) => s.dataset.drawn);
const text_in = (page, place) => page.$eval(place, (s) => s.textContent);

/** The answer becomes that one. */
const soon = (ask, answer) => until(ask, (now) => now === answer, JSON.stringify(answer));

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
    const [[x, y]] = JSON.parse(await drawn_in(page));
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
  const press = (key) => page.keyboard.press(key);
  const time = () => time_of(page);
  const state = () => text_in(page, '.state');
  const speed = () => page.$eval('.transport select', (s) => s.selectedOptions[0].textContent);
  assert.equal(await state(), 'paused', 'reduced motion does not start by itself');
  await press('End');
  await soon(time, end);
  await press('Home');
  await soon(time, 0);
  await press('ArrowRight');
  await until(time, (t) => Math.abs(t - 0.01 * end) < 1e-12, 'a hundredth of the way');
  await press('ArrowLeft');
  await soon(time, 0);
  await press('+');
  await soon(speed, '×2');
  await press('-');
  await press('-');
  await soon(speed, '×0.5');
  await press(' ');
  await soon(state, 'playing');
  await until(time, (t) => t > 0, 'time that goes on');
  await press(' ');
  await soon(state, 'paused');
  await press('Home');
  await soon(() => page.$eval('.stage', (s) => s.dataset.t), '0');

  const drawn = () => drawn_in(page);
  const before_zoom = await drawn();
  await press(']');
  await until(drawn, (now) => now !== before_zoom, 'a larger picture');
  await press('r');
  await soon(drawn, before_zoom);
  await press('f');
  const place = async () => JSON.parse(await drawn())[0];
  await scrub(page, 0.3); // the first frame that follows may come after the key
  const [x0, y0] = await place();
  await scrub(page, 0.6);
  await until(place, ([x, y]) => Math.hypot(x - x0, y - y0) < 0.3, 'the followed point where it was');
  await press('?');
  const opened = () => page.$eval('dialog', (d) => d.open);
  await soon(opened, true);
  await press('Escape');
  await soon(opened, false);
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
  const lines = () => page.$$eval('.plot .now', (all) => all.map((line) => line.hidden));
  await until(lines, (hidden) => hidden.length > 3 && !hidden.includes(true), 'the present time in every plot');
  const over = await page.$('.plot .u-over');
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  const end = await page.$eval('#scrubber', (s) => Number(s.max));
  await page.mouse.click(box.x + 0.25 * box.width, box.y + 40);
  await until(() => time_of(page), (t) => Math.abs(t - 0.25 * end) < 0.02 * end, 'a quarter of the way');
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 40, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await soon(() => page.$eval('#plots .head button:nth-of-type(3)', (b) => b.disabled), false);
  for (const [label, extension] of [['CSV', 'csv'], ['SVG', 'svg'], ['PNG', 'png']]) {
    const waiting = page.waitForEvent('download');
    await page.click(`.plot >> text="${label}" >> nth=0`);
    const file = await waiting;
    assert.ok(file.suggestedFilename().endsWith(extension));
    const text = readFileSync(await file.path());
    assert.ok(text.length > 500, `${label}: ${text.length} bytes`);
    if (label === 'CSV') assert.ok(text.toString().startsWith('t,angle\n'), 'what was asked for comes first');
  }
  await page.close();
});

test('a name below a plot hides its curve and brings it back, and the logarithm is another picture', async () => {
  const { page } = await open(context, (await run_model('pendulum')).page);
  await make_plots(page);
  const drawn = () => page.$eval('.plot canvas', (canvas) => canvas.toDataURL());
  const both = await drawn();
  await page.click('.legend button >> nth=0');
  assert.equal(await page.getAttribute('.legend button >> nth=0', 'aria-pressed'), 'false');
  const one = await until(drawn, (now) => now !== both, 'a plot with one curve less');
  await page.click('.legend button >> nth=0');
  await soon(drawn, both);
  assert.notEqual(one, both);
  await page.click('.plot >> text="log" >> nth=0');
  await until(drawn, (now) => now !== both, 'a logarithmic plot');
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
  const first = await look_until_drawn(page);
  await radios[1].click();
  await look_until_changed(page, first);
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
  const first = await look_until_drawn(page);
  await scrub(page, 1.3);
  await look_until_changed(page, first);
  assert.deepEqual(complaints, []);
  await other.close();
});

test('with WebGL a model in space has depth, and turns under the mouse', async () => {
  const { page } = await open(context, (await run_model('spherical_pendulum')).page);
  assert.equal(await page.$eval('.stage', (s) => s.dataset.view), 'space');
  await look_until_drawn(page);
  const drawn = await drawn_in(page);
  const box = await (await page.$('.stage')).boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 220, { steps: 4 });
  await page.mouse.up();
  await until(() => drawn_in(page), (now) => now !== drawn, 'a picture that has turned');
  await page.close();
});

/** A particle at rest with one force of each kind on it: 1 upward, 2 to the right, and one far too large. */
function write_forces(dimensions) {
  const { heads, bytes, base64 } = pack([{ name: 't', group: 'time', values: [0, 1] }, { name: 'x', group: 'coordinate', values: [0, 4] }]);
  const ring = (x) => ({ points: [[x + 1, 0, 0], [x, 1, 0], [x - 1, 0, 0], [x, -1, 0]], closed: true });
  const wire = (count) => ({ points: Array.from({ length: count }, (_, i) => [i, i % 2, 0]), closed: false });
  const force = (name, kind, vector, more) => ({ name, kind, at: { point: 0 }, vector: vector.map((value) => ({ value })), ...more });
  const scene = {
    format: 1, title: `Forces in ${dimensions}`, kind: 'motion', dimensions, up: [0, 1, 0], length: 1, samples: 2, data: { bytes, coding: 'deflate' }, columns: heads,
    points: [{ name: 'p', at: [1, null, null], kind: 'particle' }],
    curves: [
      { name: 'ring', ...ring(0), keys: [{ t: 0, ...ring(0) }, { t: 1, ...ring(4) }] },
      // One that grows: it must find room for its other pieces.
      { name: 'wire', points: [], closed: false, keys: [{ t: 0, ...wire(2) }, { t: 1, ...wire(5) }] },
    ],
    arrows: [
      force('rail', 'constraint', [0, 1, 0]),
      force('wall', 'constraint', [0, -1, 0]),
      force('wind', 'applied', [2, 0, 0]),
      force('hinge', 'joint', [1, 1, 0], { unique: false }),
      force('rub', 'nonideal', [-50, 0, 0]),
      force('weight', 'applied', [0, -1, 0], { shown: false }),
    ],
  };
  return write_page(`forces${dimensions}`, scene, base64);
}

for (const dimensions of [2, 3])
  test(`forces have a switch for each kind and name, a scale, and marks where they are cut or not unique: in ${dimensions} dimensions`, async () => {
    const { page, complaints } = await open(context, write_forces(dimensions));
    const boxes = () => page.$$eval('.force-kind input', (all) => all.map((box) => `${box.closest('label').textContent}: ${box.indeterminate ? 'some' : box.checked ? 'all' : 'none'}`));
    assert.deepEqual(await boxes(), ['constraint: all', 'rail: all', 'wall: all', 'hinge (joint): all', 'rub (non-ideal): all', 'applied: some', 'wind: all', 'weight: none']);
    const words = await page.textContent('.panel');
    assert.match(words, /statically indeterminate/);
    assert.match(words, /Double head: force exceeds the drawn length/);
    const scale = () => page.$eval('.scale', (bar) => (bar.hidden ? '' : bar.textContent));
    assert.match(await scale(), /^force scale: [125]0?$/);
    let seen = await look_until_drawn(page);
    for (const name of ['constraint', 'weight', 'hinge (joint)', 'rub (non-ideal)', 'applied']) {
      await page.click(`.force-kind label:has-text("${name}")`);
      seen = await look_until_changed(page, seen);
    }
    // All are hidden now: those of a kind by its switch, the weight shown before.
    await soon(scale, '');
    // The ring goes along with the point.
    seen = await look_until_drawn(page);
    await scrub(page, 0.7);
    await look_until_changed(page, seen);
    assert.deepEqual(complaints, []);
    await page.close();
  });

test('on paper the page is light, and has every plot', async () => {
  const other = await browser.newContext({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce', colorScheme: 'dark' });
  const { page } = await open(other, (await run_model('pendulum')).page);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  assert.deepEqual(await page.$$eval('.plot:not([data-curves])', (all) => all.map((plot) => plot.getAttribute('aria-label'))), []);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await other.close();
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
