// SPDX-License-Identifier: Apache-2.0
// The page's own arithmetic: decoding, thinning, turning, reading off between samples.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { load, random } from './support/source.mjs';

const { Columns, unpack } = await load('data/columns.ts');
const { thin, visible_rows } = await load('plots/decimate.ts');
const { rotate, slerp } = await load('data/pose.ts');
const { Track } = await load('data/track.ts');
const { hull } = await load('picture/outline.ts');
const { decades, ticks, tick_label, nice_step } = await load('page/number.ts');
const { write_csv } = await load('plots/csv.ts');
const { write_svg } = await load('plots/svg.ts');

const shuffle = (bytes, width) => {
  const count = bytes.length / width;
  return Buffer.from(bytes.map((_, i) => bytes[(i % count) * width + Math.floor(i / count)]));
};

test('columns come back from every coding, bit by bit', async () => {
  const next = random(1);
  const count = 257;
  const values = Array.from({ length: count }, () => (next() - 0.5) * 10 ** Math.floor(8 * next() - 4));
  const doubles = new Uint8Array(Float64Array.from(values).buffer);
  const singles = Float32Array.from(values);
  const bits = new Int32Array(singles.buffer.slice(0));
  const steps = Int32Array.from(bits, (bit, i) => (i === 0 ? bit : (bit - bits[i - 1]) | 0));
  const blocks = [shuffle(doubles, 8), shuffle(new Uint8Array(singles.buffer), 4), shuffle(new Uint8Array(steps.buffer), 4)];
  const all = Buffer.concat(blocks);
  const bytes = await unpack(deflateSync(all).toString('base64'), all.length);
  const head = (type, offset) => ({ name: type, group: 'other', type, offset, count });
  const columns = new Columns([head('f64', 0), head('f32', 8 * count), head('d32', 12 * count)], bytes);
  assert.deepEqual([...columns.get(0)], values);
  assert.deepEqual([...columns.get(1)], [...singles]);
  assert.deepEqual([...columns.get(2)], [...singles]);
});

test('data that were cut short are refused, not shown', async () => {
  await assert.rejects(unpack(deflateSync(Buffer.alloc(8)).toString('base64'), 16));
});

test('thinning keeps the extremes of every pixel and so of the whole', () => {
  for (let seed = 0; seed < 40; ++seed) {
    const next = random(seed);
    const count = 1000 + Math.floor(9000 * next());
    let t = 0;
    const time = Float64Array.from({ length: count }, () => (t += next() ** 4)); // very uneven
    const y = Float64Array.from({ length: count }, () => (next() < 0.01 ? 100 * (next() - 0.5) : next()));
    const { x, ys } = thin(time, [y], 0, count - 1, 60);
    assert.ok(x.length <= 240, `seed ${seed}: ${x.length} vertices`);
    const kept = [...ys[0]].filter((v) => !Number.isNaN(v));
    assert.equal(Math.max(...kept), Math.max(...y), `seed ${seed}`);
    assert.equal(Math.min(...kept), Math.min(...y), `seed ${seed}`);
    assert.ok([...x].every((v, i) => i === 0 || v >= x[i - 1]), `seed ${seed}: times in order`);
  }
});

test('the visible rows are those in the span and one more on either side', () => {
  const time = Float64Array.from({ length: 11 }, (_, i) => i);
  assert.deepEqual(visible_rows(time, 0, 10, 2.5, 4.5), [2, 6]);
  assert.deepEqual(visible_rows(time, 0, 10, -5, 50), [0, 10]);
});

test('a turn by slerp has a constant rate and keeps lengths', () => {
  const turn = (angle) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
  for (const s of [0, 0.2, 0.5, 0.9, 1]) {
    const [x, y] = rotate(slerp(turn(0.3), turn(2.3), s), [1, 0, 0]);
    assert.ok(Math.hypot(x - Math.cos(0.3 + 2 * s), y - Math.sin(0.3 + 2 * s)) < 1e-14, `at ${s}`);
  }
  const minus = turn(2.3).map((v) => -v); // the same turn, the other sign
  const [x, y] = rotate(slerp(turn(0.3), minus, 0.5), [1, 0, 0]);
  assert.ok(Math.hypot(x - Math.cos(1.3), y - Math.sin(1.3)) < 1e-14);
});

test('between samples a coordinate follows the cubic of its values and rates', () => {
  // A cubic is its own interpolant, so the error is rounding.
  const f = (t) => 1 + t * (2 + t * (-3 + t));
  const df = (t) => 2 + t * (-6 + 3 * t);
  const time = Float64Array.from([0, 0.5, 0.5, 2]);
  const columns = {
    heads: [{ name: 't', group: 'time' }, { name: 'x', group: 'coordinate' }, { name: "x'", group: 'rate' }],
    get: (i) => [time, time.map(f), time.map(df)][i],
    find: (name) => (name === "x'" ? 2 : undefined),
  };
  const track = new Track(columns, '', 0, 4, 0);
  for (const t of [0, 0.1, 0.49, 0.5, 0.7, 1.99, 2, 3]) {
    const expected = f(Math.min(t, 2));
    assert.ok(Math.abs(track.value(1, track.moment(t)) - expected) < 1e-14, `at ${t}`);
  }
});

test('the hull holds every point and has no inner corner', () => {
  const next = random(7);
  const points = Array.from({ length: 200 }, () => [next(), next()]);
  const ring = hull(points);
  for (const p of points)
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length];
      assert.ok((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > -1e-12);
    });
});

test('ticks are round, within the range, and labelled so that no two look alike', () => {
  for (const [low, high] of [[0, 1], [-3e-9, 2e-9], [54.878572, 54.878573], [1e6, 3e6], [-1, 1e-3]]) {
    const made = ticks(low, high, 5);
    const labels = made.map((x) => tick_label(x, nice_step(high - low, 5)));
    assert.ok(made.length >= 2, `${low} to ${high}: ${labels}`);
    assert.equal(new Set(labels).size, labels.length, `${low} to ${high}: ${labels}`);
  }
});

test('the ticks of logarithmic axes are powers of ten, few, and end, down to the least of numbers', () => {
  assert.deepEqual(decades(1e-3, 10), [1e-3, 1e-2, 1e-1, 1, 10]);
  assert.deepEqual(decades(1e-26, 1e-20), [1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20]);
  for (const [low, high] of [[1e-18, 1], [1e-300, 1e-280], [1e-21, 1e3]]) {
    const made = decades(low, high);
    assert.ok(made.length >= 4 && made.length <= 7 && made[0] >= low && made.at(-1) <= high, `${low} to ${high}: ${made}`);
  }
});

test('files quote what would break them', () => {
  const [head, rows] = write_csv(['t', 'a,"b"', '=1+1'], [Float64Array.of(0.1), Float64Array.of(2), Float32Array.of(0.1)], 0, 0);
  assert.equal(head, `t,"a,""b""",'=1+1\n`);
  assert.equal(rows, '0.1,2,0.1\n');
  const svg = write_svg({ title: '</text><script>', xName: '"&', x: [0, 1], y: [0, 1], log: false, curves: [] });
  assert.ok(!svg.includes('<script') && svg.includes('&#38;'));
});
