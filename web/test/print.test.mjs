// SPDX-License-Identifier: Apache-2.0
// Pages as a printer gets them: a PDF, and what is in its pictures.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { launch, look_until_drawn, open } from './support/browser.mjs';
import { run_models } from './support/pages.mjs';

const browser = await launch();
after(() => browser.close());

/** The pictures of a PDF: their size, and how many of their pixels are not those of paper. */
function pictures_in(pdf) {
  const text = pdf.toString('latin1');
  const found = [];
  for (const { index } of text.matchAll(/\/Subtype \/Image\b/g)) {
    const from = text.lastIndexOf('<<', index);
    const stream = text.indexOf('stream', index);
    const head = text.slice(from, stream);
    const number = (name) => Number(new RegExp(`/${name} (\\d+)`).exec(head)?.[1]);
    const start = stream + 'stream'.length + (text[stream + 6] === '\r' ? 2 : 1);
    if (!/\/FlateDecode/.test(head) || /\/DeviceGray|\/SMask/.test(head)) continue; // only what is opaque
    const rgb = inflateSync(pdf.subarray(start, start + number('Length')));
    let inked = 0;
    for (let i = 0; i + 2 < rgb.length; i += 3) if (Math.min(rgb[i], rgb[i + 1], rgb[i + 2]) < 160) ++inked;
    found.push({ width: number('Width'), height: number('Height'), inked });
  }
  return found;
}

const files = run_models(['bicycle', 'friction_hoop', 'geodesic_torus']);

for (const [name, file] of files)
  test(`${name}: on paper there is the picture, once, sharp, with its names`, async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce', colorScheme: 'dark' });
    const { page, complaints } = await open(context, (await file).page);
    await look_until_drawn(page);
    const wide = await page.$eval('.stage', (stage) => stage.clientWidth);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    const large = pictures_in(pdf).filter(({ width }) => width >= 2 * wide);
    assert.equal(large.length, 1, `pictures in the PDF: ${JSON.stringify(pictures_in(pdf))}`);
    assert.ok(large[0].inked > 800, `only ${large[0].inked} pixels of the picture have ink`);
    assert.equal(await page.locator('.printed').count(), 0, 'the copy goes away');
    assert.deepEqual(complaints, []);
    // Hidden on the screen, alone on paper: nothing lies over it there, whatever style its canvas was born with.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await page.$$eval('.stage canvas', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.className)), ['printed']);
    await context.close();
  });
