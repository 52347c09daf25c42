// SPDX-License-Identifier: Apache-2.0
// Pictures of the models, as their pages show them, and an index: node gallery.mjs OUT [MODEL|front-NAME|tutorial-NAME|index]...
// Normally called by tool/gallery, which sets the environment.

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, scrub } from './test/support/browser.mjs';
import { all_models, folder, models, run, run_model } from './test/support/pages.mjs';

const [out, ...only] = process.argv.slice(2);

// Where in its run a model is best seen, as a share; the others at a third.
const best = JSON.parse(readFileSync(new URL('./gallery.json', import.meta.url), 'utf8'));

/** The whole window, for the front page of the project. */
const fronts = [
  { model: 'flyball_bodies', name: 'front-picture', colorScheme: 'light', top: 0 },
  { model: 'geodesic_torus', name: 'front-extremals', colorScheme: 'dark', top: 0, width: 900, height: 540 },
  { model: 'friction_hoop', name: 'front-plots', colorScheme: 'light', top: '#plots' },
];

/** The tutorials of the guide: which of their models, and where in its run. */
const tutorials = [
  { name: 'tutorial-linkage', page: 'tutorial-linkage.md', model: 'rocker', at: 0.15 },
  { name: 'tutorial-ladder', page: 'tutorial-physics.md', model: 'ladder', at: 0.75 },
  { name: 'tutorial-arm', page: 'tutorial-robot.md', model: 'arm', at: 0.5 },
  { name: 'tutorial-slide', page: 'tutorial-variational.md', model: 'slide', at: 0.5 },
];

async function seek(page, name, share = best[name] ?? 0.33) {
  const [start, end] = await page.$eval('#scrubber', (s) => [Number(s.min), Number(s.max)]);
  await scrub(page, start + share * (end - start));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function take_small(context, name) {
  const { page, complaints } = await open(context, (await run_model(name)).page);
  if (complaints.length > 0) throw new Error(`${name}: ${complaints}`);
  // The stage alone, in the shape of a card.
  await page.$eval('.stage', (stage) => {
    Object.assign(stage.style, { position: 'fixed', inset: '0', width: '480px', height: '300px', zIndex: '9', border: '0', borderRadius: '0' });
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.keyboard.press('r');
  await seek(page, name);
  await page.screenshot({ path: join(out, `${name}.png`), clip: { x: 0, y: 0, width: 480, height: 300 } });
  await page.close();
}

async function take_front(browser, { model, name, colorScheme, top, width = 1200, height = 720 }) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', colorScheme });
  const { page } = await open(context, (await run_model(model)).page);
  await seek(page, model);
  await page.evaluate((at) => scrollTo({ top: at === 0 ? 0 : document.querySelector(at).getBoundingClientRect().top + scrollY - 48, behavior: 'instant' }), top);
  await page.waitForTimeout(500); // plots are made as they come into sight
  await page.screenshot({ path: join(out, `${name}.png`) });
  await context.close();
}

/** Writes the models of a page of the guide as its reader would: NAME.toml, and what is added at its end. */
function follow(page) {
  const text = readFileSync(join(models, '../doc/guide', page), 'utf8');
  for (const [, block] of text.matchAll(/^```toml\n([^]*?)^```$/gm)) {
    const first = block.slice(0, block.indexOf('\n'));
    const file = join(folder, /[\w.]+\.toml$/.exec(first)?.[0] ?? 'other.toml');
    (first.includes('at the end') ? appendFileSync : writeFileSync)(file, `\n${block}`);
  }
}

async function take_tutorial(browser, { name, page: guide, model, at }) {
  follow(guide);
  const context = await browser.newContext({ viewport: { width: 1000, height: 690 }, reducedMotion: 'reduce', colorScheme: 'light' });
  const { page } = await open(context, (await run(join(folder, `${model}.toml`), model)).page);
  await seek(page, name, at);
  await page.screenshot({ path: join(out, `${name}.png`) });
  await context.close();
}

/** What a model's opening comment says: its first sentence, what to look at, and what is known. */
function caption(name, escape) {
  const comment = readFileSync(join(models, `${name}.toml`), 'utf8').split('\n');
  const lines = comment.slice(0, Math.max(0, comment.findIndex((line) => !line.startsWith('#'))));
  const text = lines.map((line) => line.replace(/^#\s?/, '')).join(' ');
  const part = (word) => new RegExp(`\\b${word}: (.*?)(?= (?:Look at|Known|Try): |$)`).exec(text)?.[1]?.trim();
  const first = (/^.*?[.:?](?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.');
  const [look, known] = [part('Look at'), part('Known')];
  if (!look || !known) throw new Error(`${name}: the opening comment must say what to look at and what is known`);
  return `${escape(first)}<br>*Look at:* ${escape(look)}<br>*Known:* ${escape(known)}`;
}

/** Of a model that has a picture: its title, and whether it is a motion. */
function card(name) {
  const text = readFileSync(join(models, `${name}.toml`), 'utf8');
  const title = /^title\s*=\s*"(.*)"/m.exec(text)?.[1] ?? name;
  return { name, title, kind: /^\[simulate\]/m.test(text) || !/^\[extremal\]/m.test(text) ? 'motion' : 'extremals' };
}

function write_index() {
  const cards = all_models().filter((name) => existsSync(join(out, `${name}.png`))).map(card);
  const escape = (text) => text.replace(/[|<>*_`]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const cell = ({ name, title }) => `[![${escape(title)}](${name}.png)](../../models/${name}.toml)<br>**${escape(title)}**<br>${caption(name, escape)}`;
  const grid = (some) => {
    const rows = [];
    for (let i = 0; i < some.length; i += 3) rows.push(`| ${[0, 1, 2].map((k) => (some[i + k] ? cell(some[i + k]) : '')).join(' | ')} |`);
    return ['| | | |', '| :-- | :-- | :-- |', ...rows].join('\n');
  };
  const part = (title, kind) => `## ${title}\n\n${grid(cards.filter((card) => card.kind === kind))}\n`;
  const text = `# Gallery

Every ready model as its page shows it. \`zwang run models/NAME.toml\` writes the page; \`make gallery\` took these pictures.

${part('Motion', 'motion')}
${part('Boundary-value problems', 'extremals')}`;
  writeFileSync(join(out, 'README.md'), text);
}

mkdirSync(out, { recursive: true });
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce', colorScheme: 'light' });
const is_wanted = (name) => only.length === 0 || only.includes(name);
for (const name of all_models().filter(is_wanted)) await take_small(context, name);
for (const front of fronts.filter(({ name }) => is_wanted(name))) await take_front(browser, front);
for (const tutorial of tutorials.filter(({ name }) => is_wanted(name))) await take_tutorial(browser, tutorial);
if (is_wanted('index')) write_index();
await browser.close();
