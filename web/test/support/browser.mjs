// SPDX-License-Identifier: Apache-2.0
// Headless Chromium, and pages that note every complaint and every request.

import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const launch = () =>
  chromium.launch({
    executablePath: process.env.ZWANG_BROWSER ?? '/usr/bin/chromium',
    // WebGL by the processor; all else without the detour through WebGL, which would cost more than the page itself.
    args: [
      ...['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--disable-accelerated-2d-canvas'],
      ...['--disable-gpu-rasterization', '--disable-gpu-compositing'],
    ],
  });

const patience = 150_000; // milliseconds: a busy machine is slow, not wrong

/** Asks until the answer is good, and gives it: nothing that a page does later may be looked for only once. */
export async function until(ask, good, awaited) {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await ask();
    if (good(answer)) return answer;
    if (performance.now() > end) throw new Error(`in vain awaited: ${awaited}; it is ${JSON.stringify(answer)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Seconds of processor that the browser has used, in all its processes: unlike the clock, they hardly depend on who else runs. */
export async function processor_time(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Opens a page from disk. What it complained of and what it asked for stand in `complaints` and `requests`. */
export async function open(context, file) {
  const page = await context.newPage();
  page.setDefaultTimeout(2 * patience);
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

/** The picture, once it shows something. */
export const look_until_drawn = (page) => until(() => look(page), ({ differing }) => differing > 20, 'a picture that is not blank');

/** The picture, once it is another than that one. */
export const look_until_changed = (page, { sum }) => until(() => look(page), (now) => now.sum !== sum, 'a picture that changes');

/** Brings every plot into sight, all at once in one pile, until all are drawn. Gives their number. */
export async function make_plots(page) {
  const plots = page.locator('.plot');
  await page.$$eval('main details', (all) => all.forEach((details) => (details.open = true)));
  await plots.evaluateAll((all) => {
    const widths = all.map((plot) => plot.getBoundingClientRect().width);
    all.forEach((plot, i) => Object.assign(plot.style, { position: 'fixed', top: '0', left: '0', boxSizing: 'border-box', width: `${widths[i]}px` }));
  });
  const missing = () => plots.evaluateAll((all) => all.filter((plot) => plot.dataset.curves === undefined).map((plot) => plot.getAttribute('aria-label')));
  await until(missing, (names) => names.length === 0, 'plots that are drawn');
  await plots.evaluateAll((all) => all.forEach((plot) => plot.removeAttribute('style')));
  return plots.count();
}
