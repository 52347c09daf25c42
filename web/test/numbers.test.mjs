// SPDX-License-Identifier: Apache-2.0
// The page's own arithmetic: decoding, thinning, turning, reading off between samples.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { load, random } from './support/source.mjs';

const { Columns, unpack } = await load('data/columns.ts');
const { thin, visible_rows } = await load('plots/decimate.ts');
const { Extremes } = await load('plots/extremes.ts');
const { curve_at, surface_at } = await load('data/guides.ts');
const { dress } = await load('data/looks/dress.ts');
const { rotate, slerp } = await load('data/pose.ts');
const { Track } = await load('data/track.ts');
const { Forces } = await load('picture/forces.ts');
const { hull } = await load('picture/outline.ts');
const { decades, ticks, tick_label, tick_labels, nice_step } = await load('page/number.ts');
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
    const kept = [...ys[0]];
    assert.ok(!kept.some(Number.isNaN), `seed ${seed}: where nothing was sampled the curve goes on`);
    assert.equal(Math.max(...kept), Math.max(...y), `seed ${seed}`);
    assert.equal(Math.min(...kept), Math.min(...y), `seed ${seed}`);
    assert.ok([...x].every((v, i) => i === 0 || v >= x[i - 1]), `seed ${seed}: times in order`);
  }
});

test('blocks find the extremes of any span, as looking at every row does, and pass over what is no number or has no end', () => {
  for (let seed = 0; seed < 20; ++seed) {
    const next = random(seed);
    const y = Float32Array.from({ length: 1 + Math.floor(500 * next()) }, () => (next() < 0.2 ? [NaN, Infinity, -Infinity][Math.floor(3 * next())] : next() - 0.5));
    const extremes = new Extremes(y);
    for (let i = 0; i < 50; ++i) {
      const [start, end] = [next(), next()].map((s) => Math.floor(s * (y.length + 1))).sort((a, b) => a - b);
      const numbers = [...y.subarray(start, end)].filter(Number.isFinite);
      extremes.find(start, end);
      const found = [extremes.low, extremes.high].map((row) => (row < 0 ? [] : [y[row]])).flat();
      assert.deepEqual(found, numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [], `seed ${seed}, rows ${start} to ${end}`);
    }
  }
});

test('what has no end is a gap, in a short column and in a long one', () => {
  for (const count of [5, 4000]) {
    const time = Float64Array.from({ length: count }, (_, i) => i);
    const y = Float32Array.from(time, (t) => (t === 2 ? Infinity : t === 3 ? -Infinity : Math.sin(t)));
    const { ys } = thin(time, [y], 0, count - 1, 60);
    assert.ok(![...ys[0]].some((v) => Math.abs(v) > 1), `${count} samples`);
    assert.ok(ys[0].some(Number.isFinite), `${count} samples`);
  }
});

test('a label says the number that it stands for', () => {
  for (const step of [1, 2, 2.5, 5, 0.25, 0.5, 0.025, 25, 2.5e-7, 2.5e6])
    for (let k = -5; k <= 5; ++k) {
      const label = tick_label(k * step, step);
      assert.ok(Math.abs(Number(label.replaceAll('−', '-')) - k * step) < 1e-9 * step, `${k} times ${step}: ${label}`);
    }
});

test('labels that differ in late digits only are written as what they add to the rest', () => {
  const { labels, base } = tick_labels([4.81170561, 4.81170562, 4.81170563]);
  assert.deepEqual(labels, ['−1e−8', '0', '1e−8']);
  assert.equal(base, '4.81170562');
  assert.deepEqual(tick_labels([0, 0.5, 1]), { labels: ['0', '0.5', '1.0'], base: '' });
});

test('a guide without keys is as it is written', () => {
  assert.deepEqual(curve_at({ name: '', points: [[1, 2, 3]], closed: true }, 5).points, [[1, 2, 3]]);
  assert.deepEqual(surface_at({ name: '', vertices: [1, 2, 3], triangles: [0, 0, 0] }, 5).vertices, [1, 2, 3]);
});

test('a curve given at some times goes straight between equal ones, and jumps to the nearer of unequal ones', () => {
  const key = (t, closed, ...points) => ({ t, points, closed });
  const keys = [key(0, false, [0, 0, 0]), key(1, false, [2, 0, 0]), key(2, false, [9, 9, 9], [8, 8, 8]), key(3, true, [7, 7, 7], [6, 6, 6])];
  const as = ({ points, closed }) => ({ points, closed });
  const at = (t) => as(curve_at({ name: '', points: [], closed: false, keys }, t));
  assert.deepEqual(at(-1).points, [[0, 0, 0]]);
  assert.deepEqual(at(0.25).points, [[0.5, 0, 0]]);
  assert.deepEqual(at(1.25).points, [[2, 0, 0]]);
  assert.deepEqual(at(1.75).points, keys[2].points);
  // An open curve and a closed one are not blended either.
  assert.deepEqual(at(2.25), as(keys[2]));
  assert.deepEqual(at(2.75), as(keys[3]));
  assert.deepEqual(at(7), as(keys[3]));
});

test('a surface given at some times does the same', () => {
  const keys = [
    { t: 0, vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] },
    { t: 1, vertices: [0, 0, 4, 1, 0, 4, 0, 1, 4], triangles: [0, 1, 2] },
    { t: 2, vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], triangles: [0, 1, 2, 1, 3, 2] },
  ];
  const as = ({ vertices, triangles }) => ({ vertices, triangles });
  const at = (t) => as(surface_at({ name: '', vertices: [], triangles: [], keys }, t));
  assert.deepEqual(at(-1).vertices, keys[0].vertices);
  assert.deepEqual(at(0.25), { vertices: [0, 0, 1, 1, 0, 1, 0, 1, 1], triangles: [0, 1, 2] });
  assert.deepEqual(at(1.25), as(keys[1]));
  assert.deepEqual(at(1.75), as(keys[2]));
  assert.deepEqual(at(7), as(keys[2]));
});

test('that an arrow is cut is known of hidden ones too', () => {
  const track = { start: 0, end: 1, moment: (t) => ({ t, row: 0, s: t, h: 1 }), entry: (entry) => entry?.value ?? 0 };
  const arrow = (size, shown) => ({ name: `${size}`, kind: 'applied', at: {}, vector: [{ value: size }, null, null], shown });
  const cuts = (...arrows) => new Forces({ scene: { arrows, points: [], bodies: [] }, tracks: [track] }, 1).cuts;
  assert.equal(cuts(arrow(1), arrow(1), arrow(1), arrow(1), arrow(50, false)), true);
  assert.equal(cuts(arrow(1), arrow(1, false)), false);
});

test('a flat round ellipsoid of inertia becomes the disc of that inertia', () => {
  const [{ shapes: [disc] }] = dress([{ name: '', origin: [], turn: [], shapes: [{ kind: 'ellipsoid', radii: [0.1, 0.5, 0.5] }] }]);
  assert.equal(disc.kind, 'cylinder');
  // Per mass, about the axis and across it: (b² + c²)/5 of an ellipsoid, r²/2 and r²/4 + l²/12 of a cylinder.
  assert.ok(Math.abs(disc.radius ** 2 / 2 - (0.25 + 0.25) / 5) < 1e-15);
  assert.ok(Math.abs(disc.radius ** 2 / 4 + disc.length ** 2 / 12 - (0.01 + 0.25) / 5) < 1e-15);
  const axis = rotate(disc.turn, [0, 0, 1]);
  assert.ok(Math.abs(Math.abs(axis[0]) - 1) < 1e-15, `its axis is ${axis}`);
  const [{ shapes: [lump] }] = dress([{ name: '', origin: [], turn: [], shapes: [{ kind: 'ellipsoid', radii: [0.4, 0.5, 0.5] }] }]);
  assert.equal(lump.kind, 'ellipsoid');
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
