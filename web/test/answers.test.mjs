// SPDX-License-Identifier: Apache-2.0
// What a reader comes for: the answer, a link to a moment, a picture to take along, and the picture always in sight.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, look_until_drawn, make_plots, open, scrub, until } from './support/browser.mjs';
import { read_csv, run_model } from './support/pages.mjs';

let browser;
let context;
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
});
after(() => browser.close());

const time_of = (page) => page.$eval('#scrubber', (s) => Number(s.dataset.t));
const drawn_in = (page) => page.$eval('.stage', (s) => s.dataset.drawn);

/** The answer becomes that one. */
const soon = (ask, answer) => until(ask, (now) => now === answer, JSON.stringify(answer));

test('the answer comes first: what was asked for, when it is least and greatest, and one line whether to trust it', async () => {
  const files = await run_model('pendulum');
  const table = read_csv(files.csv);
  const { page } = await open(context, files.page);
  const [head, angle] = await page.$$eval('.results tr:has(td), .results thead tr', (rows) => rows.slice(0, 2).map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(head, ['', 'start', 'end', 'min', 'max']);
  assert.equal(angle[0], 'angle');
  const number = (text) => Number(text.split(/ at | ± /)[0].replaceAll('−', '-'));
  const near = (a, b) => Math.abs(a - b) < 2e-4 * Math.max(1, Math.abs(b));
  assert.ok(near(number(angle[1]), table.angle[0]) && near(number(angle[2]), table.angle.at(-1)), angle.join());
  assert.ok(near(number(angle[3]), Math.min(...table.angle)) && near(number(angle[4]), Math.max(...table.angle)), angle.join());
  const note = await page.textContent('.sheet + .note');
  assert.match(note, /^Min and max of energy, kinetic, potential.* are those of the samples; the others are found between them\.$/);
  assert.doesNotMatch(note, /angle/);
  assert.match(await page.textContent('.trust > summary'), /No problems found · constraint error ≤ \S+ · unaccounted energy ≤ \S+/);
  assert.match(await page.textContent('.about'), /bob on a rigid rod/);
  assert.equal(await page.locator('#summary > details[open]').count(), 0, 'numerics are folded');
  await page.close();
});

test('on a phone the answer comes right after the picture, and no number is out of sight', async () => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  for (const name of ['quick_return', 'stewart_platform', 'bicycle']) {
    const { page } = await open(phone, (await run_model(name)).page);
    const tops = await page.evaluate(() => ['.stage', '#results', '.panel', '#plots'].map((at) => document.querySelector(at).getBoundingClientRect().top));
    assert.deepEqual([...tops].sort((a, b) => a - b), tops, `${name}: picture, results, what is shown in it, plots`);
    const out = await page.$$eval('.results td, .results th', (cells) => cells.filter((cell) => cell.checkVisibility() && (cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1)).map((cell) => cell.textContent));
    assert.deepEqual(out, [], name);
    await page.close();
  }
  await phone.close();
});

test('results are in order: when and how sure below every number, names broken between their words only', async () => {
  const wide = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  for (const name of ['quick_return', 'stewart_platform']) {
    const { page } = await open(wide, (await run_model(name)).page);
    const astray = await page.$$eval('.results td small', (all) => all.filter((small) => small.getBoundingClientRect().top < small.previousElementSibling.getBoundingClientRect().bottom - 3).map((small) => small.textContent));
    assert.deepEqual(astray, [], `${name}: beside its number`);
    const torn = await page.$$eval('.results th bdi', (all) =>
      all.flatMap((name) => [...name.childNodes].filter((node) => {
        if (node.nodeType !== Node.TEXT_NODE || /\s/.test(node.data.trim())) return false;
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].filter(({ width }) => width > 2).map(({ top }) => Math.round(top))).size > 1;
      }).map((node) => node.data)),
    );
    assert.deepEqual(torn, [], `${name}: torn`);
    await page.close();
  }
  await wide.close();
});

test('action and reaction are one row and one curve; forces of different size are not', async () => {
  const { page } = await open(context, (await run_model('quick_return')).page);
  const names = await page.$$eval('.results th bdi', (all) => all.map((name) => name.textContent));
  assert.deepEqual(names.filter((name) => name.startsWith('force(')), ['force(slot)', 'force(link)']);
  // The bearing of the crank carries what its pin does, as the crank's mass is at the bearing; it is another force all the same.
  assert.ok(names.includes('joint(crank)'));
  const options = await page.$$eval('.forces select option', (all) => all.map((option) => option.textContent));
  for (const name of ['magnitudes', 'force(slot, crank)', 'force(slot, lever)']) assert.ok(options.includes(name), `${name}: by choice both are there`);
  await page.close();
});

test('torques share neither table nor axis with forces, and what stays as it is has no plot of its own', async () => {
  const titles = (page) => page.$$eval('#plots > .grid > .plot h3', (all) => all.map((title) => title.firstChild.textContent));
  const curves = (page, title) => page.$$eval('.forces .plot', (all, wanted) => all.filter((plot) => plot.getAttribute('aria-label') === wanted).flatMap((plot) => [...plot.querySelectorAll('.legend bdi')].map((name) => name.textContent)), title);
  const { page } = await open(context, (await run_model('bicycle')).page);
  const kinds = await page.$$eval('.results .kind', (all) => all.map((kind) => kind.textContent));
  assert.deepEqual(kinds.slice(-2), ['forces, magnitude', 'torques, magnitude']);
  await make_plots(page);
  const [forces, torques] = [await curves(page, 'Forces'), await curves(page, 'Torques')];
  assert.ok(forces.length > 3 && torques.length > 0, `${forces} | ${torques}`);
  assert.deepEqual([forces.filter((name) => name.includes('torque')), torques.filter((name) => !name.includes('torque'))], [[], []]);
  await page.close();
  // The plate of this one stays level: that is told by a number.
  const delta = await open(context, (await run_model('delta_robot')).page);
  assert.ok(!(await titles(delta.page)).some((title) => /Observables|orientation/.test(title)), String(await titles(delta.page)));
  assert.match(await delta.page.textContent('.results'), /level/);
  assert.match(await delta.page.textContent('.chapter'), /Observables/);
  await delta.page.close();
});

test('the first phase portrait is of something that changes', async () => {
  // The crank of this one is turned evenly: its angle against its rate is a straight line.
  const { page } = await open(context, (await run_model('quick_return')).page);
  assert.deepEqual(await page.$$eval('.picks select', (all) => all.map((select) => select.selectedOptions[0].textContent)), ["lever.angle'", 'lever.angle']);
  await page.close();
});

test('a link to a moment opens the page there, at rest, and the page gives such links', async () => {
  const other = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const page = await other.newPage();
  await page.goto(`file://${(await run_model('pendulum')).page}#t=1.25`);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  await soon(() => time_of(page), 1.25);
  assert.equal(await page.textContent('.state'), 'paused');
  await scrub(page, 2.5);
  await page.click('.stage-tools >> text="Link"');
  await soon(() => page.evaluate(() => location.hash), '#t=2.5');
  await other.close();
});

test('the picture can be saved as PNG, a planar one as SVG, the motion as a film', async () => {
  const { page, complaints } = await open(context, (await run_model('pendulum')).page);
  const saved = async (label) => {
    const waiting = page.waitForEvent('download');
    await page.click(`.stage-tools >> text="${label}"`);
    if (label === 'WebM') {
      await until(() => time_of(page), (t) => t > 0.2, 'a film that runs');
      await page.click('.stage-tools >> text="Stop"');
    }
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const png = await saved('PNG');
  assert.ok(png.name.endsWith('.png') && png.bytes.subarray(1, 4).toString() === 'PNG' && png.bytes.length > 3000, `${png.bytes.length} bytes`);
  const svg = (await saved('SVG')).bytes.toString();
  assert.ok(svg.startsWith('<svg') && svg.includes('>bob</text>') && !svg.includes('NaN'), svg.slice(0, 200));
  const film = await saved('WebM');
  // The first four bytes of every Matroska file.
  assert.deepEqual([...film.bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  assert.deepEqual(complaints, []);
  await page.close();
});

/** The two parts of a binary glTF file. */
function read_glb(bytes) {
  assert.deepEqual([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4), bytes.readUInt32LE(8)], ['glTF', 2, bytes.length]);
  const size = bytes.readUInt32LE(12);
  assert.equal(size % 4, 0);
  return { json: JSON.parse(bytes.toString('utf8', 20, 20 + size)), data: bytes.subarray(28 + size) };
}

/** The numbers that an accessor names. */
function numbers_of({ json, data }, accessor) {
  const { bufferView, count, type } = json.accessors[accessor];
  const { byteOffset, byteLength } = json.bufferViews[bufferView];
  const numbers = Array.from({ length: byteLength / 4 }, (_, i) => data.readFloatLE(byteOffset + 4 * i));
  assert.equal(numbers.length, count * { SCALAR: 1, VEC3: 3, VEC4: 4 }[type]);
  return numbers;
}

test('a mechanism in space can be saved as a moving model', async () => {
  const { page, complaints } = await open(context, (await run_model('flyball_bodies')).page);
  const waiting = page.waitForEvent('download');
  await page.click('.stage-tools >> text="glTF"');
  const file = await waiting;
  assert.match(file.suggestedFilename(), /\.glb$/);
  const model = read_glb(readFileSync(await file.path()));
  const { nodes, animations, buffers, accessors } = model.json;
  assert.equal(buffers[0].byteLength, model.data.length);
  const bodies = await page.$eval('#zwang-scene', (scene) => JSON.parse(scene.textContent).bodies.map(({ name }) => name));
  for (const name of bodies) assert.ok(nodes.some((node) => node.name === name), `${name} is there`);
  const [{ channels, samplers }] = animations;
  for (const { sampler, target } of channels) {
    const { input, output } = samplers[sampler];
    const [times, values] = [numbers_of(model, input), numbers_of(model, output)];
    assert.equal(accessors[input].count, accessors[output].count);
    assert.ok(times[0] === 0 && times.every((t, i) => i === 0 || t > times[i - 1]), 'times grow');
    if (target.path !== 'rotation') continue;
    for (let i = 0; i < values.length; i += 4) {
      const [now, next] = [values.slice(i, i + 4), values.slice(i + 4, i + 8)];
      assert.ok(Math.abs(Math.hypot(...now) - 1) < 1e-5, 'a turn has length 1');
      if (next.length > 0) assert.ok(now.reduce((sum, x, k) => sum + x * next[k], 0) > 0, 'neighbours do not go the long way round');
    }
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the picture with its player fills the screen, and leaves it', async () => {
  const { page, complaints } = await open(context, (await run_model('flyball_bodies')).page);
  const size = () => page.$eval('.stage', (stage) => stage.clientWidth * stage.clientHeight);
  const small = await size();
  await page.click('.stage-tools >> text="Full screen"');
  await until(() => page.evaluate(() => document.fullscreenElement?.className), (name) => name === 'player', 'the whole screen');
  await until(size, (now) => now > 1.2 * small, `a larger picture than ${small}`);
  assert.ok(await page.isVisible('.transport'));
  // For a lecture hall letters grow with the picture.
  assert.ok((await page.$eval('.time', (time) => parseFloat(getComputedStyle(time).fontSize))) >= 24, 'the time is read from afar');
  await until(() => page.$eval('.labels', (sheet) => parseFloat(/[\d.]+(?=px)/.exec(sheet.getContext('2d').font)[0])), (pixels) => pixels > 12.4, 'names that are larger');
  await page.keyboard.press('w');
  await until(size, (now) => now === small, 'the picture as before');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a picture in space is seen from above, from the front and from the side by a button each', async () => {
  const { page } = await open(context, (await run_model('flyball_bodies')).page);
  await look_until_drawn(page);
  let before = await drawn_in(page);
  for (const side of ['top', 'front', 'side', '3-D']) {
    await page.click(`.stage-tools >> text="${side}"`);
    before = await until(() => drawn_in(page), (now) => now !== before, `a picture from: ${side}`);
  }
  await page.close();
});

test('on a wide screen the picture stays in sight while plots scroll', async () => {
  const wide = await browser.newContext({ viewport: { width: 1500, height: 900 }, reducedMotion: 'reduce' });
  const { page } = await open(wide, (await run_model('pendulum')).page);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  const box = await (await page.$('.stage')).boundingBox();
  const player = await (await page.$('.transport')).boundingBox();
  assert.ok(box.y >= 0 && player.y + player.height <= 900, `the picture at ${box.y}, the player until ${player.y + player.height}`);
  await wide.close();
});

test('the links to all sections are one line on a laptop', async () => {
  const laptop = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  // Events and data are sections that not every page has.
  for (const name of ['foucault', 'quick_return']) {
    const { page } = await open(laptop, (await run_model(name)).page);
    const tops = await page.$$eval('#contents li', (all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 1, `${name}: ${tops}`);
    await page.close();
  }
  await laptop.close();
});

test('of several extremals the chosen one is drawn in full colour', async () => {
  const { page } = await open(context, (await run_model('geodesic_torus')).page);
  await look_until_drawn(page);
  // Pixels of a strong blue, read in the frame that drew them; a line that fades has none.
  const strong = await page.evaluate(
    () =>
      new Promise((done) => {
        document.getElementById('scrubber').dispatchEvent(new Event('input', { bubbles: true }));
        requestAnimationFrame(() => {
          const view = document.querySelector('.stage .view');
          const sheet = document.createElement('canvas');
          Object.assign(sheet, { width: view.width, height: view.height });
          const pen = sheet.getContext('2d');
          pen.drawImage(view, 0, 0);
          const { data } = pen.getImageData(0, 0, sheet.width, sheet.height);
          let count = 0;
          for (let i = 0; i < data.length; i += 4) if (data[i + 2] - data[i] > 110) ++count;
          done(count);
        });
      }),
  );
  assert.ok(strong > 700, `${strong} pixels; the ball alone has 320`);
  await page.close();
});
