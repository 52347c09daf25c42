// SPDX-License-Identifier: Apache-2.0
// Nothing in a model can run code in the page: whatever it says is text.

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, make_plots, open } from './support/browser.mjs';
import { folder, run_model, run_text } from './support/pages.mjs';
import { pack, write_page } from './support/template.mjs';

let browser;
let context;
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

const nasty = `</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1"><!-- ]]> "quotes' & 🦆 مرحبا %ZWANG_DATA% \\u003c`;

async function expect_unhurt({ page, complaints, requests }) {
  await make_plots(page);
  await page.keyboard.press('?');
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await page.$$eval('img, script:not([type]), iframe, object', (all) => all.length), 1, 'the page has its one script and no more');
  assert.deepEqual(complaints, []);
  assert.deepEqual(requests, []);
}

test('a model whose title and comments are markup', async () => {
  const text = `# ${nasty}
title = '''${nasty}'''
[[particles]]
name = "δοκός"
mass = 1
position = [1, 0]
force = [0, -1]
[[constraints]]
name = "rod"
equation = "δοκός.x^2 + δοκός.y^2 = 1"
[simulate]
duration = 1
`;
  const opened = await open(context, (await run_text('nasty', text)).page);
  assert.equal(await opened.page.title(), nasty.replace(/\s+/g, ' '));
  assert.equal((await opened.page.textContent('h1')).trim(), nasty);
  assert.ok((await opened.page.textContent('#model')).includes(`# ${nasty}`));
  await expect_unhurt(opened);
  await opened.page.close();
});

test('a scene all of whose strings are markup', async () => {
  const count = 3;
  const values = [0, 1, 2];
  const { heads, bytes, base64 } = pack([
    { name: 't', group: 'time', values },
    { name: nasty, group: 'coordinate', values },
    { name: `force(${nasty}).x`, group: 'force', values },
    { name: nasty + '2', group: 'observable', values },
  ]);
  const scene = {
    format: 1, title: nasty, kind: 'extremals', dimensions: 3, up: [0, 0, 1], length: 1, samples: count,
    data: { bytes, coding: 'deflate' },
    columns: heads.map((head) => ({ ...head, meaning: nasty, of: nasty, unit: nasty })),
    points: [{ name: nasty, at: [1, 1, null], kind: 'particle' }],
    bodies: [{ name: nasty, origin: [1, 1, 1], turn: [{ value: 1 }, null, null, null], shapes: [{ kind: 'sphere', radius: 1 }] }],
    rods: [{ name: nasty, from: { at: [0, 0, 1] }, to: { point: 0 }, kind: 'spring' }],
    curves: [{ name: nasty, points: [[0, 0, 0], [1, 1, 1]], closed: false }],
    surfaces: [{ name: nasty, vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }],
    arrows: [{ name: nasty, kind: 'constraint', at: { point: 0 }, vector: [{ value: 1 }, null, 1] }],
    traces: [{ point: 0 }],
    events: [{ t: 1, name: nasty, text: nasty }],
    extremals: [1, 2].map((action) => ({ name: nasty, verdict: nasty, action, from: 0, count })),
  };
  const file = write_page('strings', scene, base64);
  const opened = await open(context, file);
  assert.ok((await opened.page.textContent('.panel')).includes(nasty));
  await expect_unhurt(opened);
  await opened.page.close();
});

test('script that gets into a page all the same does not run', async () => {
  const file = join(folder, 'broken.html');
  const { page: made } = await run_text('plain', '[coordinates]\nx = 1\n[free]\nkinetic = "0.5*x\'^2"\npotential = "0.5*x^2"\n[simulate]\nduration = 1\n');
  const good = readFileSync(made, 'utf8');
  writeFileSync(file, good.replace('<main>', '<main><script>window.hurt=1</script><b onclick="window.hurt=1" id="trap">x</b>'));
  const { page } = await open(context, file);
  await page.click('#trap');
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  await page.close();
});

test('the script is packed, and is in the page once: a small page stays below half a megabyte', async () => {
  const file = (await run_model('pendulum')).page;
  assert.ok(statSync(file).size < 5e5, `${statSync(file).size} bytes`);
  const { page, complaints } = await open(context, file);
  // A page that is saved would hold what is left here a second time, and run it twice.
  assert.ok((await page.$$eval('script:not([type])', (all) => all.map(({ textContent }) => textContent.length))).every((length) => length < 5000));
  assert.deepEqual(complaints, []);
  // Cut short, it says so, and the words stay.
  const broken = file.replace(/\.html$/, '-cut.html');
  const text = readFileSync(file, 'utf8');
  const at = text.indexOf('id="zwang-script">') + 1000;
  writeFileSync(broken, text.slice(0, at) + text.slice(at + 5));
  await page.goto(`file://${broken}`);
  await page.waitForSelector('[role=alert]:has-text("The animation cannot be shown")');
  assert.match(await page.innerText('main'), /Summary/);
  await page.close();
});
