// SPDX-License-Identifier: Apache-2.0
// What a page costs, counted in work rather than by the clock, so that a busy machine gives the same answer.

/** Runs in the page: a fixed piece of arithmetic, to learn how fast the processor is. */
function exercise() {
  let x = 0.5;
  for (let i = 0; i < 4_000_000; ++i) x = 3.9 * x * (1 - x);
  document.documentElement.dataset.exercise = String(x);
}

const usual = 6.8; // milliseconds of one exercise on the machine that the bounds of the tests are said for

const counted = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

async function spent(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.filter(({ name }) => counted.includes(name)).reduce((sum, { value }) => sum + 1000 * value, 0);
}

/** Milliseconds of processor that the page's own thread takes for `act` (a function of the page, given the number of the frame), a frame. */
async function cost(page, session, act, frames) {
  const before = await spent(session);
  await page.evaluate(`(async () => {
    for (let i = 0; i < ${frames}; ++i) await new Promise((done) => requestAnimationFrame(() => { (${act})(i); done(); }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  })()`);
  return ((await spent(session)) - before) / frames;
}

async function measuring(page, measure) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const slowness = (await cost(page, session, exercise, 4)) / usual;
  const made = await measure(session, slowness);
  await session.detach();
  return made;
}

/** How many times slower this processor is, at this moment, than that of the machine that bounds are said for. */
export const slowness = (page) => measuring(page, (_, slow) => slow);

/** Scripts, style and layout of a frame, in milliseconds of that machine. */
export const frame_cost = (page, act, frames = 30) => measuring(page, async (session, slow) => (await cost(page, session, act, frames)) / slow);
