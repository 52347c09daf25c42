// SPDX-License-Identifier: Apache-2.0
// The engine of live pages against the program: the same motions, extremals, findings and complaints, run after run.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { built, start_engine } from './support/engine.mjs';
import { all_models, folder, models, program, read_csv } from './support/pages.mjs';

const text_of = (name) => readFileSync(join(models, `${name}.toml`), 'utf8');

/** The answer of the program, as JSON; one that ends early answers, too. */
function ask_program(...words) {
  try {
    return JSON.parse(execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}

const few = ['pendulum', 'four_bar', 'four_bar_hinges', 'bicycle', 'stewart_platform', 'newtons_cradle', 'box_on_incline', 'heavy_top', 'two_link_arm', 'bouncing_ball', 'rolling_disk', 'brachistochrone', 'geodesic_sphere', 'zermelo_time', 'dido'];
const lacks_file = /cannot read the file|is not there/; // of a robot, or of a course: a page has none
const chosen = process.env.ZWANG_SOAK ? all_models() : few;

describe('the engine of live pages', { skip: !built }, () => {
  let engine;
  before(async () => {
    engine = await start_engine();
  });

  for (const name of chosen)
    it(`answers as the program does: ${name}`, () => {
      const loaded = engine.load(text_of(name));
      if (!loaded.ok && lacks_file.test(loaded.complaints[0]?.what)) return;
      assert.ok(loaded.ok, JSON.stringify(loaded));
      if (loaded.motion) expect_motion(engine, name);
      else expect_extremals(engine, name);
    });

  it('tells what is wrong where the program does', () => {
    const text = text_of('pendulum').replace('bob.x^2', 'bb.x^2');
    const { ok, complaints } = engine.load(text);
    assert.equal(ok, false);
    assert.equal(complaints.length, 1);
    const line = text.split('\n')[complaints[0].line - 1];
    assert.equal(line.slice(complaints[0].column - 1, complaints[0].end - 1), 'bb.x');
  });

  it('finds what the program finds', () => {
    for (const name of process.env.ZWANG_SOAK ? all_models() : ['four_bar_hinges', 'rigid_frame', 'underdetermined', 'pendulum']) {
      const loaded = engine.load(text_of(name));
      if (!loaded.ok && lacks_file.test(loaded.complaints[0]?.what)) continue;
      const native = ask_program('check', join(models, `${name}.toml`), '--json');
      const live = engine.check();
      assert.deepEqual(live.findings, native.findings, name);
      assert.equal(live.freedom, native.freedom);
    }
  });

  it('takes other values of parameters as the program does', () => {
    assert.ok(engine.load(text_of('pendulum'), { l: 1.3 }).ok);
    const native = ask_program('run', join(models, 'pendulum.toml'), '--set', 'l=1.3', '--json', '--no-report', '--out', folder);
    expect_near(engine.run(), native);
    assert.ok(engine.load(text_of('pendulum')).ok); // and back
    expect_motion(engine, 'pendulum');
  });

  it('needs no more memory after many runs', () => {
    const run = (i) => {
      engine.load(text_of('pendulum'), { l: 1 + (i % 50) / 100 });
      engine.run({ flags: i % 5 === 0 ? 2 : 0, duration: 1 });
    };
    for (let i = 0; i < 20; ++i) run(i);
    const before = engine.memory();
    for (let i = 0; i < 100; ++i) run(i);
    const after = engine.memory();
    assert.equal(after.heap, before.heap);
    assert.ok(after.used < before.used + 300_000, `${before.used} → ${after.used} bytes`);
  });

  it('survives texts that are broken anywhere', () => {
    let seed = 7;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const rounds = process.env.ZWANG_SOAK ? 10_000 : 200;
    for (let i = 0; i < rounds; ++i) {
      const text = text_of(few[random(few.length)]);
      const [a, b] = [random(text.length), random(text.length)];
      const broken = [text.slice(0, a) + text.slice(a + 1 + random(8)), text.slice(0, a) + text.slice(b), text.slice(0, a) + text[b] + text.slice(a)][i % 3];
      const answer = engine.load(broken);
      const lines = broken.split('\n').length;
      for (const { line } of answer.complaints ?? []) assert.ok(line >= 0 && line <= lines + 1, `line ${line} of ${lines}, round ${i}`);
      if (answer.ok) engine.check();
    }
  });
});

/** Where an end is not known, because neighbours part, nothing is compared but how the run ended. */
function expect_near(live, native) {
  assert.equal(live.ending, native.status);
  if (native.error?.unknown_after !== null && native.error?.unknown_after !== undefined) return;
  const table = read_csv(native.files.csv);
  for (const { name, group } of live.scene.columns) {
    if (group !== 'coordinate') continue;
    const [here, there] = [live.columns[name].at(-1), table[name].at(-1)];
    const size = table[name].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    // Both are off by what the program estimates of itself, and steps may end elsewhere.
    const bound = 4 * (native.error?.values?.[name]?.error ?? 0) + 20 * native.tolerance * size;
    assert.ok(Math.abs(here - there) <= bound, `${name}: ${here} here, ${there} there, at most ${bound} apart`);
  }
}

function expect_motion(engine, name) {
  const live = engine.run();
  assert.ok(live.ok, JSON.stringify(live).slice(0, 300));
  const native = ask_program('run', join(models, `${name}.toml`), '--only', 'simulate', '--json', '--no-report', '--out', folder);
  expect_near(live, native);
}

function expect_extremals(engine, name) {
  const live = engine.run({ flags: 1 });
  assert.ok(live.ok, JSON.stringify(live).slice(0, 300));
  const native = ask_program('run', join(models, `${name}.toml`), '--only', 'extremal', '--json', '--no-report', '--out', folder);
  assert.equal(live.ending, native.status);
  assert.deepEqual(live.verdicts, native.extremals.map(({ verdict }) => verdict));
  native.extremals.forEach(({ action }, k) => {
    if (action === null) assert.equal(live.actions[k], null);
    else assert.ok(Math.abs(live.actions[k] - action) <= 20 * native.tolerance * Math.abs(action), `${live.actions[k]} here, ${action} there`);
  });
}
