// SPDX-License-Identifier: Apache-2.0
// Two four-bars side by side for ten seconds, in one Chromium: a live page against MuJoCo's WebAssembly.
//   node bench/live_race.mjs ZWANG FOLDER    (FOLDER/node_modules has @mujoco/mujoco; make bench-live)
// Exact: parallel cranks are one pendulum; their angle after 10 s is known. The gap is the largest of the loops' ends from each other.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [zwang, peer] = process.argv.slice(2).map((word) => resolve(word));
process.env.ZWANG_PROGRAM = zwang;
process.env.ZWANG_MODELS = fileURLToPath(new URL('../models', import.meta.url));
const { launch, open } = await import('../web/test/support/browser.mjs');
const { folder, models, program } = await import('../web/test/support/pages.mjs');

const exact = -30.17980086018; // by quadrature of the pendulum, in 40 digits
const rounds = 7;

const crank = (i, inside) => `
  <body name="crank${i}" pos="${i - 1} 0 0"><joint name="c${i}" axis="0 0 1"/>
    <inertial pos="0.5 0 0" mass="1" diaginertia="1e-9 0.08333333333333333 0.08333333333333333"/><site name="end${i}" pos="1 0 0"/>${inside}
  </body>`;
const coupler = (i) => `
    <body name="coupler${i}" pos="1 0 0"><joint name="k${i}" axis="0 0 1"/>
      <inertial pos="0.5 0 0" mass="1" diaginertia="1e-9 0.08333333333333333 0.08333333333333333"/><site name="tip${i}" pos="1 0 0"/></body>`;
const mjcf = (integrator, dt) => `<mujoco><option integrator="${integrator}" timestep="${dt}" gravity="0 -9.81 0" tolerance="1e-15" iterations="100"/>
<default><joint type="hinge"/></default>
<worldbody>${crank(1, coupler(1))}${crank(2, coupler(2))}${crank(3, '')}</worldbody>
<equality>${[1, 2].map((i) => `<connect site1="tip${i}" site2="end${i + 1}" solref="${2 * dt} 1" solimp="0.9999 0.9999 0.001"/>`).join('')}</equality></mujoco>`;

/** In the page: milliseconds of `rounds` runs, then the gap and the end of another. */
async function drive({ xml, dt, rounds: count }) {
  const mujoco = (globalThis.mujoco ??= await (await import('http://peer.test/mujoco.js')).default());
  const model = mujoco.MjModel.from_xml_string(xml);
  const begin = () => {
    const data = new mujoco.MjData(model);
    const names = { c1: [Math.PI / 2, -1], k1: [-Math.PI / 2, 1], c2: [Math.PI / 2, -1], k2: [-Math.PI / 2, 1], c3: [Math.PI / 2, -1] };
    Object.values(names).forEach(([q, v], i) => {
      data.qpos[i] = q;
      data.qvel[i] = v;
    });
    return data;
  };
  const steps = Math.round(10 / dt);
  const times = [];
  for (let k = 0; k < count; ++k) {
    const data = begin();
    const begun = performance.now();
    for (let i = 0; i < steps; ++i) mujoco.mj_step(model, data);
    times.push(performance.now() - begun);
    data.delete();
  }
  const data = begin();
  let gap = 0;
  for (let i = 0; i < steps; ++i) {
    mujoco.mj_step(model, data);
    if (i % 5 !== 0) continue;
    // Sites in the order of the tree: end1 tip1 end2 tip2 end3. They are of the instant that the step began with.
    const x = data.site_xpos;
    for (const [a, b] of [[1, 2], [3, 4]]) gap = Math.max(gap, Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]));
  }
  return { times, gap, end: data.qpos[0] };
}

const least = (all) => Math.min(...all);
const row = (name, times, gap, error) => console.log(`${name.padEnd(34)} ${least(times).toFixed(1).padStart(8)} ms   gap ${gap.toExponential(1)}   error of the angle ${error === undefined ? '' : Math.abs(error).toExponential(1)}`);

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1300, height: 850 }, reducedMotion: 'reduce' });
const page = await context.newPage();
await page.route('http://peer.test/**', (route) => {
  const name = new URL(route.request().url()).pathname.slice(1);
  if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>peer</title>' });
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
  return route.fulfill({ contentType: type, body: readFileSync(join(peer, 'node_modules/@mujoco/mujoco', name)) });
});
await page.goto('http://peer.test/');
for (const [integrator, dt, count] of [['Euler', 2e-3, rounds], ['RK4', 2e-3, rounds], ['RK4', 1e-4, 3]]) {
  const { times, gap, end } = await page.evaluate(drive, { xml: mjcf(integrator, dt), dt, rounds: count });
  row(`MuJoCo ${integrator}, step ${dt}`, times, gap, end - exact);
}
await page.close();

for (const name of ['four_bar', 'four_bar_hinges']) {
  execFileSync(program, ['run', join(models, `${name}.toml`), '--out', folder, '--quiet'], { stdio: 'ignore' });
  const live = (await open(context, join(folder, `${name}.html`))).page;
  await live.waitForSelector('.slider');
  const times = await live.evaluate(async (count) => {
    const field = document.getElementById('studio-duration');
    const run = (value) =>
      new Promise((done) => {
        const watch = ({ detail }) => {
          if (detail.error) return;
          document.removeEventListener('zwang-run', watch);
          requestAnimationFrame(() => done(detail.milliseconds));
        };
        document.addEventListener('zwang-run', watch);
        field.value = String(value);
        field.dispatchEvent(new Event('change', { bubbles: true }));
      });
    for (let k = 0; k < 3; ++k) await run(9.9);
    const all = [];
    for (let k = 0; k < count; ++k) all.push(await run(10));
    return all;
  }, 2 * rounds);
  const gap = Number(/constraint error ≤ ([-+.\de−]+)/.exec(await live.$eval('.trust', (trust) => trust.textContent))?.[1].replaceAll('−', '-'));
  const told = JSON.parse(execFileSync(program, ['run', join(models, `${name}.toml`), '--json', '--no-report', '--out', folder], { encoding: 'utf8' }));
  const angle = name === 'four_bar' ? undefined : told.error?.values?.['crank1.angle']?.value;
  row(`Zwang, live page, ${name}`, times, gap, angle === undefined ? undefined : angle - exact);
  await live.close();
}
await browser.close();
