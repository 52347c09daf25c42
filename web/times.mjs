// SPDX-License-Identifier: Apache-2.0
// How quick live pages are, in a real browser: node times.mjs ZWANG [MODEL]... (all of the gallery, if none is named).
// For each model: from a slider's move to the new motion drawn, from a key to the diagnosis (medians of `rounds`), and bytes.

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [zwang, ...only] = process.argv.slice(2);
process.env.ZWANG_PROGRAM = resolve(zwang);
process.env.ZWANG_MODELS ??= fileURLToPath(new URL('../models', import.meta.url));
const { launch, open } = await import('./test/support/browser.mjs');
const { all_models, folder, models, program } = await import('./test/support/pages.mjs');

const rounds = 9;
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

/** In the page: moves the first slider that can be moved, or the duration; milliseconds until the frame in which all is drawn. */
const move = (round) =>
  new Promise((done) => {
    const slider = document.querySelector('.slider input[type=range]:not(:disabled)');
    const field = slider ?? document.getElementById('studio-duration');
    field.dataset.first ??= slider ? field.value : field.placeholder;
    const value = Number(field.dataset.first);
    const whole = field.step === '1';
    field.value = String(whole ? value + (round % 2) : value * (1 + 0.01 * (round + 1)) || 0.01 * (round + 1));
    const begun = performance.now();
    const watch = ({ detail }) => {
      if (detail.error) return;
      document.removeEventListener('zwang-run', watch);
      // The frame after the next begins when the next, with the new picture, is done.
      requestAnimationFrame(() => requestAnimationFrame(() => done({ drawn: performance.now() - begun, computed: detail.milliseconds, ending: detail.ending })));
    };
    document.addEventListener('zwang-run', watch);
    setTimeout(() => done({ drawn: Infinity, computed: Infinity, ending: 'no run' }), 60_000);
    field.dispatchEvent(new Event(slider ? 'input' : 'change', { bubbles: true }));
  });

/** In the page: a key in the editor; milliseconds until the diagnosis is there. */
const key = (round) =>
  new Promise((done) => {
    const place = document.querySelector('.editor').shadowRoot.querySelector('.cm-content');
    const { view } = place.cmTile ?? place.cmView;
    const said = document.querySelector('#studio .diagnosis');
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      watch.disconnect();
      done(performance.now() - begun);
    });
    watch.observe(said, { childList: true });
    setTimeout(() => done(Infinity), 20_000);
    view.dispatch({ changes: { from: view.state.doc.length, insert: round === 0 ? '\n#' : 'x' } });
  });

async function measure(context, name) {
  try {
    execFileSync(program, ['run', join(models, `${name}.toml`), '--out', folder, '--quiet'], { stdio: 'ignore' });
  } catch {
    // a run may end early, and still have a page
  }
  const file = join(folder, `${name}.html`);
  const { page } = await open(context, file);
  try {
    await page.waitForSelector('#studio-duration', { state: 'attached', timeout: 30_000 });
    await page.waitForSelector('.slider, #studio .diagnosis li', { state: 'attached', timeout: 30_000 });
    const refused = await page.$eval('#studio .diagnosis', (said) => said.querySelector('.error')?.textContent);
    if (refused && /cannot read the file/.test(refused)) return { name, refused };
    await page.evaluate(move, 100); // code that is not yet optimised
    const moves = [];
    for (let i = 0; i < rounds; ++i) moves.push(await page.evaluate(move, i));
    await page.$eval('#studio .text', (text) => (text.open = true));
    await page.waitForFunction(() => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content'));
    await page.waitForTimeout(600);
    const keys = [];
    for (let i = 0; i < rounds; ++i) keys.push(await page.evaluate(key, i));
    const drawn = moves.map((one) => one.drawn);
    return { name, bytes: statSync(file).size, drawn: median(drawn), least: Math.min(...drawn), computed: median(moves.map((one) => one.computed)), key: median(keys), quick: Math.min(...keys), ending: moves[0].ending };
  } finally {
    await page.close();
  }
}

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1300, height: 850 }, reducedMotion: 'reduce' });
const all = [];
for (const name of all_models().filter((one) => only.length === 0 || only.includes(one))) {
  try {
    const one = await measure(context, name);
    if (one.refused) console.log(`${name}: ${one.refused}`);
    else {
      all.push(one);
      const ms = (x) => x.toFixed(0).padStart(6);
      console.log(`${name.padEnd(26)} drawn ${ms(one.drawn)} (least ${ms(one.least)}, computed ${ms(one.computed)})  key ${ms(one.key)} (${ms(one.quick)})  ${(one.bytes / 1e6).toFixed(2)} MB  ${one.ending}`);
    }
  } catch (error) {
    console.log(`${name}: ${String(error).split('\n')[0]}`);
  }
}
const over = (pick) => all.map(pick);
console.log(`${all.length} models, milliseconds: slider to motion drawn, median ${median(over((x) => x.drawn)).toFixed(0)}, worst ${Math.max(...over((x) => x.drawn)).toFixed(0)}; of the least of ${rounds}, median ${median(over((x) => x.least)).toFixed(0)}; key to diagnosis, median ${median(over((x) => x.key)).toFixed(0)}, worst ${Math.max(...over((x) => x.key)).toFixed(0)}; largest page ${(Math.max(...over((x) => x.bytes)) / 1e6).toFixed(2)} MB`);
await browser.close();
