// SPDX-License-Identifier: Apache-2.0
// Headless Chromium, and pages that note every complaint and every request.

import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const launch = () =>
  chromium.launch({
    executablePath: process.env.ZWANG_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--disable-accelerated-2d-canvas'],
  });

/** Opens a page from disk. What it complained of and what it asked for stand in `complaints` and `requests`. */
export async function open(context, file) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // a busy machine is slow, not wrong
  const complaints = [];
  const requests = [];
  page.on('console', (message) => {
    // The driver of software WebGL talks about its own speed; that is not the page's doing.
    const own = /GPU stall|WebGL-.*performance/i.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !own) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const address = pathToFileURL(file).href;
  page.on('request', (request) => {
    if (request.url() !== address && !/^(data|blob):/.test(request.url())) requests.push(request.url());
  });
  await page.goto(address);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return { page, complaints, requests };
}

/** Moves the scrubber as a reader does, and waits for the frame. */
export async function scrub(page, t) {
  await page.evaluate(
    (time) =>
      new Promise((done) => {
        const scrubber = document.getElementById('scrubber');
        scrubber.value = String(time);
        scrubber.dispatchEvent(new Event('input', { bubbles: true }));
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
    t,
  );
}

/** The picture's pixels, small: how many differ from the corner's colour, and a number that changes with them. */
export async function look(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const view = document.querySelector('.stage .view');
        const scrubber = document.getElementById('scrubber');
        scrubber.dispatchEvent(new Event('input', { bubbles: true })); // asks for a frame, at the same time
        // In the same frame, after the picture: later the browser may have taken the pixels of WebGL away.
        requestAnimationFrame(() => {
          const sheet = document.createElement('canvas');
          sheet.width = 320;
          sheet.height = 200;
          const draw = sheet.getContext('2d', { willReadFrequently: true });
          draw.drawImage(view, 0, 0, 320, 200);
          const { data } = draw.getImageData(0, 0, 320, 200);
          let differing = 0;
          let sum = 0;
          for (let i = 0; i < data.length; i += 4) {
            const other = Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]);
            if (other > 24) ++differing;
            sum = (31 * sum + data[i] + 7 * data[i + 1] + 13 * data[i + 2]) % 1000000007;
          }
          done({ differing, sum });
        });
      }),
  );
}

/** Brings every plot into sight, and waits until all are drawn. Gives their number. */
export async function make_plots(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const plots = [...document.querySelectorAll('.plot')];
    for (const plot of plots) {
      if (plot.dataset.curves !== undefined) continue;
      plot.scrollIntoView({ block: 'start', behavior: 'instant' });
      for (let i = 0; i < 300 && plot.dataset.curves === undefined; ++i) await frame();
      if (plot.dataset.curves === undefined) throw new Error(`not drawn: ${plot.getAttribute('aria-label')}`);
    }
    return plots.length;
  });
}
