// SPDX-License-Identifier: Apache-2.0
// Much of everything: a million samples, two thousand bodies. The page answers soon and stays fluid.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, look_until_changed, look_until_drawn, make_plots, open, processor_time, scrub, until } from './support/browser.mjs';
import { pack, write_page } from './support/template.mjs';
import { frame_cost, slowness } from './support/work.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const count = 1_000_000;

/** Six curves that a million samples need: waves upon waves, with one spike that must not be lost. */
function waves() {
  const time = Float64Array.from({ length: count }, (_, i) => i / 1000);
  const wave = (k) => Float32Array.from({ length: count }, (_, i) => Math.sin(0.003 * k * i) * Math.cos(0.00002 * i));
  const all = [{ name: 't', group: 'time', values: time }];
  for (const k of [1, 2, 3]) {
    all.push({ name: `x${k}`, group: 'coordinate', values: wave(k) });
    all.push({ name: `x${k}'`, group: 'rate', values: wave(k + 0.5) });
  }
  all[1].values[654_321] = 40;
  return all;
}

function scene_of(title, columns, parts) {
  const { heads, bytes, base64 } = pack(columns);
  const scene = { format: 1, title, kind: 'motion', length: 1, samples: heads[0].count, data: { bytes, coding: 'deflate' }, columns: heads, ...parts };
  return write_page(title.replaceAll(' ', '_'), scene, base64);
}

// Both run in the page. Three moves of the scrubber are what a fast hand makes between two frames.
const scrub_on = `(i) => {
  const scrubber = document.getElementById('scrubber');
  for (const t of [30 * i, 30 * i + 10, 30 * i + 20]) {
    scrubber.value = String(t);
    scrubber.dispatchEvent(new Event('input', { bubbles: true }));
  }
}`;
const zoom_on = "(i) => document.querySelectorAll('#plots .head button')[i % 8 < 4 ? 0 : 1].click()";

const redrawn = (page) => page.$$eval('.chart[data-redrawn]', (charts) => charts.reduce((sum, chart) => sum + Number(chart.dataset.redrawn), 0));

async function expect_light(page, what, act, most) {
  const cost = await frame_cost(page, act);
  assert.ok(cost < most, `${what}: ${cost.toFixed(1)} ms of scripts and layout a frame`);
}

test('a million samples', async () => {
  const file = scene_of('A million samples', waves(), { dimensions: 2, up: [0, 1, 0], points: [{ name: 'p', at: [3, 5, null], kind: 'particle' }], traces: [{ point: 0 }] });
  assert.ok(statSync(file).size < 30e6, `${statSync(file).size} bytes`);

  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' });
  const begin = await processor_time(browser);
  const { page, complaints } = await open(context, file);
  await scrub(page, 500.5);
  // Three seconds are promised on a calm machine; the processor's time is no less than that, and the same on a busy one.
  const spent = (await processor_time(browser)) - begin;
  const ready = spent / (await slowness(page));
  assert.ok(ready < 3, `${ready.toFixed(2)} s of processor until it answers`);

  await make_plots(page);
  const vertices = await page.$$eval('.plot[data-vertices]', (plots) => plots.map((plot) => Number(plot.dataset.vertices)));
  assert.ok(Math.max(...vertices) <= 4 * 900, `${Math.max(...vertices)} vertices`);
  assert.ok((await page.$$eval('.legend .value', (all) => all.length)) >= 6);

  const made = await redrawn(page);
  await expect_light(page, 'scrubbing in the picture', scrub_on, 16);
  await page.evaluate(() => document.querySelector('#plots').scrollIntoView({ behavior: 'instant' }));
  await expect_light(page, 'scrubbing over plots', scrub_on, 16);
  assert.equal(await redrawn(page), made, 'no curve is drawn anew because the time moves');
  await expect_light(page, 'zooming', zoom_on, 16);
  await until(() => redrawn(page), (now) => now > made, 'plots that were zoomed');
  assert.deepEqual(complaints, []);
  await context.close();
});

/** Bodies in a cube, each swinging and turning. */
function crowd(bodies) {
  const samples = 20;
  const time = Float64Array.from({ length: samples }, (_, i) => i / 10);
  const columns = [{ name: 't', group: 'time', values: time }];
  const side = Math.ceil(Math.cbrt(bodies));
  const shapes = [[{ kind: 'box', size: [0.5, 0.3, 0.2] }], [{ kind: 'ellipsoid', radii: [0.3, 0.2, 0.15] }], [{ kind: 'rod', from: [-0.3, 0, 0], to: [0.3, 0, 0], radius: 0.06 }]];
  const made = Array.from({ length: bodies }, (_, k) => {
    const home = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)];
    const origin = home.map((at, j) => columns.push({ name: `b${k}.${j}`, group: 'drawing', values: time.map((t) => at + 0.3 * Math.sin(t + k + j)) }) - 1);
    const [w, z] = [Math.cos, Math.sin].map((f, j) => columns.push({ name: `b${k}.q${j}`, group: 'drawing', values: time.map((t) => f(0.5 * t)) }) - 1);
    return { name: `b${k}`, origin, turn: [w, null, null, z], shapes: shapes[k % 3] };
  });
  return { columns, bodies: made };
}

test('two thousand bodies', async () => {
  const { columns, bodies } = crowd(2000);
  const file = scene_of('Two thousand bodies', columns, { dimensions: 3, up: [0, 0, 1], bodies, left_out: ['Ten more bodies are not drawn.'] });
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' });
  const { page, complaints } = await open(context, file);
  assert.equal(await page.$eval('.stage', (stage) => stage.dataset.view), 'space');
  assert.match(await page.textContent('#picture'), /Ten more bodies are not drawn\./);
  const first = await look_until_drawn(page);
  assert.ok(first.differing > 5000, `${first.differing} of 64000 pixels are not ground`);
  await expect_light(page, 'playing two thousand bodies', "(i) => document.getElementById('scrubber').dispatchEvent(new Event('input', { bubbles: true }))", 16);
  await scrub(page, 1.3);
  await look_until_changed(page, first);
  assert.deepEqual(complaints, []);
  await context.close();
});
