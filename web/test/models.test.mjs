// SPDX-License-Identifier: Apache-2.0
// The page of every model: opens from disk in silence, shows something that moves, has its curves, fits a phone.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { launch, look_until_changed, look_until_drawn, make_plots, open, scrub, until } from './support/browser.mjs';
import { poor_contrast } from './support/contrast.mjs';
import { all_models, read_csv, run_models, state_of } from './support/pages.mjs';

const files_of = run_models(all_models());
let browser;
let context;
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 720, height: 480 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

/** A sample of the run's (first) path, about a third of the way, and not one of the two at an event's time. */
function some_row(table, time) {
  const path = table.extremal ? table.extremal.filter((k) => k === table.extremal[0]) : time;
  const alone = (row) => time[row] !== time[row - 1] && time[row] !== time[row + 1];
  let row = Math.floor(0.37 * (path.length - 1));
  while (!alone(row) && row + 1 < path.length) ++row;
  return row;
}

/** Scrubs to a sample: the state in numbers is that of the program's table. */
async function expect_state(page, csv) {
  const table = read_csv(csv);
  const time = table[Object.keys(table).find((name) => name !== 'extremal')];
  const row = some_row(table, time);
  await scrub(page, time[row]);
  // A range keeps fifteen digits of its value.
  const there = (t) => Math.abs(t - time[row]) <= 1e-14 * Math.abs(time[row]);
  await until(() => page.$eval('.stage', (stage) => Number(stage.dataset.t)), there, `the picture at ${time[row]}`);
  const state = await state_of(page);
  const largest_of = (name) => table[name].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const all = Math.max(...Object.keys(state).map(largest_of));
  const wrong = Object.entries(state).filter(([name, shown]) => {
    // Five digits are shown, of single-precision numbers: what is rounding beside the column's largest may show otherwise. And what is
    // rounding beside all coordinates (data/quiet.ts) is shown as 0.
    const largest = largest_of(name);
    if (shown === 0 && Math.abs(table[name][row]) <= 1e-11 * all) return false;
    return !(Math.abs(shown - table[name][row]) <= 1e-4 * Math.abs(table[name][row]) + 1e-6 * largest);
  });
  assert.deepEqual(wrong, [], `not the state at ${time[row]}`);
}

/** Whether anything moves; what is at rest stays as it is drawn. */
function moves(csv) {
  const table = read_csv(csv);
  const coordinates = Object.keys(table).filter((name) => `${name}'` in table);
  return coordinates.length === 0 || coordinates.some((name) => table[name].some((x) => Math.abs(x - table[name][0]) > 1e-9 * (1 + Math.abs(x))));
}

/** Plays until the time moves, then scrubs on, and the picture is another. */
async function expect_motion(page, csv) {
  const drawn = await look_until_drawn(page);
  const [start, end] = await page.$eval('#scrubber', (s) => [Number(s.min), Number(s.max)]);
  if (!(end > start)) return;
  await page.keyboard.press(' ');
  await page.waitForFunction((t) => Number(document.getElementById('scrubber').dataset.t) > t, start, { polling: 'raf' });
  await expect_state(page, csv);
  if (moves(csv)) await look_until_changed(page, drawn);
}

async function expect_plots(page) {
  assert.ok((await make_plots(page)) >= 2);
  const short = await page.$$eval('.plot', (plots) => plots.filter((p) => p.dataset.shown && p.dataset.shown !== p.dataset.curves).map((p) => p.getAttribute('aria-label')));
  assert.deepEqual(short, [], 'plots without all their curves');
}

/** A link to an id that stands twice leads to the first of the two. */
async function expect_own_ids(page) {
  const twice = await page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll('[id]'), (one) => one.getAttribute('id'));
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });
  assert.deepEqual(twice, [], 'ids that stand twice');
}

async function expect_contrast(page) {
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await poor_contrast(page), [], colorScheme);
  }
}

/** How wide the page is, after a frame in which it has learnt of its window and one in which it has answered. */
const width_of = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth)))));

async function expect_good_page(files) {
  const { page, complaints, requests } = await open(context, files.page);
  try {
    const columns = await page.$eval('#zwang-scene', (scene) => JSON.parse(scene.textContent).columns.length);
    // A page of ordinary size; a chain of a hundred bodies brings a thousand columns, and they take their room.
    const size = statSync(files.page).size;
    assert.ok(size < 1e6 + 1000 * Math.max(0, columns - 500), `${size} bytes for ${columns} columns`);
    await expect_motion(page, files.csv);
    await expect_plots(page);
    await expect_own_ids(page);
    await expect_contrast(page);
    await page.setViewportSize({ width: 360, height: 700 });
    await until(() => width_of(page), (wide) => wide <= 360, 'a page no wider than a phone');
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests, []);
  } finally {
    await page.close();
  }
}

// Two at a time: a page waits for frames half of its life.
describe('the page of every model', { concurrency: 2 }, () => {
  for (const [name, files] of files_of) it(name, async () => expect_good_page(await files));
});
