// SPDX-License-Identifier: Apache-2.0
// What bodies look like, which quantities share an axis, and other choices that need no browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, random } from './support/source.mjs';

const { link_through, plate_outline } = await load('data/looks/link.ts');
const { dress_all } = await load('data/looks/dress.ts');
const { body_colours, point_colours } = await load('data/looks/colours.ts');
const { turn_to } = await load('data/looks/vectors.ts');
const { rotate } = await load('data/pose.ts');
const { slopes } = await load('data/track.ts');
const { by_magnitude, dimension_of } = await load('plots/likeness.ts');
const { opening_comment, written_about } = await load('page/about.ts');
const { address_of, moment_in } = await load('page/moment.ts');
const { noise_of, quiet } = await load('data/quiet.ts');
const { coil } = await load('picture/coil.ts');
const { seen } = await load('picture/obstacles.ts');
const { name_break } = await load('page/dom.ts');
const { silhouette } = await load('picture/silhouette.ts');

const still = { size: 1, travel: () => [0, 0] };
const moving = [0, 1, 2];
const body = (name, shapes, more = {}) => ({ name, origin: moving, turn: [3, 4, 5, 6], shapes, mass: 1, ...more });
const hinge = (parent = -1) => ({ kind: 'hinge', parent, at: [0, 0, 0], axis: [0, 0, 1], own_axis: [0, 0, 1] });
const lump = { kind: 'ellipsoid', radii: [0.1, 0.11, 0.12] };

test('a body is a bar through two points, a plate through three, a shaft along its axis', () => {
  const [rod, ...none] = link_through([[0, 0, 0], [1, 0, 0], [0.5, 0, 0]], 0.02);
  assert.equal(none.length, 0);
  assert.deepEqual([rod.kind, rod.from, rod.to], ['rod', [0, 0, 0], [1, 0, 0]]);
  const [plate] = link_through([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 0]], 0.02);
  assert.equal(plate.kind, 'plate');
  assert.equal(plate.corners.length, 3, 'an inner point is no corner');
  const shaft = link_through([[0, 0, 0], [0.05, 0, 1], [-0.05, 0, 1]], 0.02, [0, 0, 1]);
  assert.deepEqual([shaft[0].from, shaft[0].to], [[0, 0, 0], [0, 0, 1]]);
  assert.equal(shaft.length, 3, 'and an arm to each');
  const star = link_through([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.02);
  assert.deepEqual(star.map(({ kind }) => kind), ['rod', 'rod', 'rod', 'rod']);
});

test('the outline of a plate is at its radius from the hull of its corners, however it lies', () => {
  for (let seed = 0; seed < 30; ++seed) {
    const next = random(seed);
    const q = Array.from({ length: 4 }, () => next() - 0.5);
    const size = Math.hypot(...q);
    const turn = q.map((x) => x / size);
    const points = Array.from({ length: 3 + Math.floor(4 * next()) }, () => rotate(turn, [next(), next(), 0]));
    const [plate] = link_through(points, 0.01);
    if (plate.kind !== 'plate') continue; // by chance they lie on a line
    const { corners, normal, radius } = plate;
    const sub = (a, b) => a.map((x, k) => x - b[k]);
    const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
    for (const v of plate_outline(plate).outer) {
      assert.ok(Math.abs(dot(sub(v, corners[0]), normal)) < 1e-12, `seed ${seed}: in the plane`);
      const far = corners.map((a, i) => {
        const side = sub(corners[(i + 1) % corners.length], a);
        const s = Math.min(1, Math.max(0, dot(sub(v, a), side) / dot(side, side)));
        return Math.hypot(...sub(v, a.map((x, k) => x + s * side[k])));
      });
      assert.ok(Math.abs(Math.min(...far) - radius) < 1e-12, `seed ${seed}: ${Math.min(...far)} from the hull, not ${radius}`);
    }
  }
});

test('hinges have pins, sliders a block on a rail, point masses a ball; inertias wait to be asked for', () => {
  const slider = { kind: 'slider', parent: -1, at: [0, 0, 0], axis: [1, 0, 0], own_axis: [1, 0, 0] };
  const { bodies, still: rails } = dress_all(
    [
      body('crank', [lump, { kind: 'rod', from: [0, 0, 0], to: [1, 0, 0], radius: 0.01 }], { joint: hinge(), points: [[1, 0, 0]] }),
      body('block', [lump], { joint: slider }),
      body('bob', [{ kind: 'sphere', radius: 0 }], { joint: { ...hinge(0), kind: 'fixed' } }),
      body('coin', [{ kind: 'cylinder', radius: 0.3, length: 0.02, rim: 0.5 }]),
      body('hoop', [{ kind: 'cylinder', radius: 0.3, length: 0.02, rim: 0.9 }]),
    ],
    { size: 1, travel: () => [-0.5, 0.7] },
  );
  const kinds = (i) => bodies[i].shapes.map(({ kind, paint, look }) => [kind, paint, look].filter(Boolean).join(' '));
  assert.deepEqual(kinds(0), ['rod', 'ellipsoid inertia', 'cylinder pin']);
  assert.deepEqual(kinds(1), ['box', 'ellipsoid inertia']);
  assert.ok(bodies[2].shapes[0].radius > 0.03);
  assert.deepEqual(kinds(3), ['cylinder']);
  assert.equal(kinds(4)[0], 'ring tyre');
  assert.equal(rails.length, 1);
  assert.ok(rails[0].from[0] < -0.5 && rails[0].to[0] > 0.7, 'the rail is longer than the way');
});

test('a record of an older program, without joints and points, is drawn by its rods', () => {
  const rod = (to) => ({ kind: 'rod', from: [0, 0, 0], to, radius: 0.01 });
  const [{ shapes }] = dress_all([{ name: 'old', origin: moving, turn: [3, 4, 5, 6], shapes: [lump, rod([1, 0, 0]), rod([0, 1, 0])] }], still).bodies;
  assert.deepEqual(shapes.map(({ kind, look }) => [kind, look].filter(Boolean).join(' ')), ['plate', 'ellipsoid inertia']);
});

test('what the model gives a shape looks like that, and nothing is added where it reaches its joint', () => {
  const ball = { kind: 'sphere', radius: 0.1, at: [0, 0, -1] };
  const on = (at, joint) => dress_all([body('bob', [{ ...ball, at }], { joint, given: true })], still).bodies[0].shapes;
  assert.deepEqual(on([0, 0, 0], hinge()).map(({ kind }) => kind), ['sphere']);
  assert.deepEqual(on([0, 0, -1], hinge()).map(({ kind }) => kind), ['sphere', 'rod'], 'a ball on a wire');
  assert.deepEqual(on([0, 0, -1], hinge(0)).map(({ kind }) => kind), ['sphere']);
});

test('twins have one colour, others each their own, and what stands still none', () => {
  const names = (bodies) => body_colours(bodies);
  const arm = (name, parent) => body(name, [lump], { joint: hinge(parent) });
  const [shaft, left, right, onLeft, onRight] = names([body('shaft', [lump], { joint: hinge(), mass: 3 }), arm('left', 0), arm('right', 0), arm('a', 1), arm('b', 2)]);
  assert.equal(left, right);
  assert.equal(onLeft, onRight);
  assert.equal(new Set([shaft, left, onLeft]).size, 3);
  assert.equal(new Set(names([1, 2, 3].map((i) => body(`p[${i}]`, [lump])))).size, 3, 'of a small family');
  assert.equal(new Set(names(Array.from({ length: 40 }, (_, i) => body(`p[${i}]`, [lump])))).size, 1, 'of a large family');
  assert.deepEqual(names([{ ...body('floor', [lump]), origin: [null, null, null], turn: [{ value: 1 }, null, null, null] }]), [-1]);
});

test('the turn from z to a direction ends there', () => {
  const next = random(3);
  for (let i = 0; i < 50; ++i) {
    const v = [next() - 0.5, next() - 0.5, next() - 0.5];
    const n = v.map((x) => x / Math.hypot(...v));
    rotate(turn_to(n), [0, 0, 1]).forEach((x, k) => assert.ok(Math.abs(x - n[k]) < 1e-12, `${n}`));
  }
  assert.ok(Math.abs(rotate(turn_to([0, 0, -1]), [0, 0, 1])[2] + 1) < 1e-12);
});

test('slopes of a parabola are exact inside, and nothing is taken from beyond a jump', () => {
  const time = Float64Array.from([0, 0.1, 0.4, 0.5, 0.5, 0.9, 1.3, 0, 1]); // an event at 0.5, another track after 1.3
  const f = (t, row) => (row < 4 ? 3 * t * t - t : row < 7 ? 7 - 2 * t : 5 * t);
  const y = time.map(f);
  const rates = slopes(time, y);
  for (const row of [1, 2]) assert.ok(Math.abs(rates[row] - (6 * time[row] - 1)) < 1e-12, `row ${row}`);
  for (const row of [4, 5, 6]) assert.ok(Math.abs(rates[row] + 2) < 1e-12, `row ${row}`);
  for (const row of [7, 8]) assert.ok(Math.abs(rates[row] - 5) < 1e-12, `row ${row}`);
});

test('no two quantities on one axis differ by more than a factor, but for those that are nothing', () => {
  for (let seed = 0; seed < 50; ++seed) {
    const next = random(seed);
    const sizes = Array.from({ length: 1 + Math.floor(6 * next()) }, () => (next() < 0.2 ? 0 : 10 ** (4 * next())));
    const groups = by_magnitude(sizes, (x) => x);
    assert.deepEqual(groups.flat().sort(), [...sizes].sort(), `seed ${seed}: each once`);
    for (const group of groups.slice(0, 3)) {
      const some = group.filter((x) => x > 0);
      if (some.length > 1) assert.ok(Math.max(...some) <= 15 * Math.min(...some), `seed ${seed}: ${group}`);
    }
  }
  assert.deepEqual(['crank.angle', 'bob.x', 'frame.orientation.w', "wheel.angle'", 'triangle', 'theta2', 'joint_omega.x'].map(dimension_of), ['angle', 'other', 'orientation', 'angle', 'other', 'angle', 'angle']);
});

test('rounding beside its like is shown as 0, a small quantity of its own kind is not', () => {
  const columns = {
    heads: [{ group: 'rate', min: -3, max: 5 }, { group: 'rate', min: -1e-16, max: 2e-16 }, { group: 'residual', min: 0, max: 1e-16 }, { group: 'observable', min: 0, max: 1e-14 }],
    get: (i) => Float64Array.of(i, 1e-16),
    inGroup: (group) => [0, 1, 2, 3].filter((i) => columns.heads[i].group === group),
  };
  assert.deepEqual([...quiet(columns, 1)], [0, 0]);
  assert.deepEqual([...quiet(columns, 0)], [0, 1e-16]);
  assert.deepEqual([...quiet(columns, 2)], [2, 1e-16]);
  assert.deepEqual([...quiet(columns, 3)], [3, 1e-16]);
  assert.equal(noise_of(columns, 2), 0);
});

test('a whole group that is rounding is shown as 0; one that is as small but moves smoothly is not', () => {
  const rows = Array.from({ length: 60 }, (_, k) => k);
  const next = random(11);
  const shapes = {
    coordinate: rows.map((k) => Math.sin(k / 9)),
    energy: rows.map(() => 1e-15 * (next() - 0.5)),
    observable: rows.map((k) => 1e-15 * Math.cos(k / 4)), // of a small thing, in units of the SI
    force: rows.map(() => 0.3 * (next() - 0.5)), // rough, but not small
  };
  const heads = Object.entries(shapes).map(([group, y]) => ({ group, min: Math.min(...y), max: Math.max(...y) }));
  const columns = { heads, get: (i) => Float64Array.from(shapes[heads[i].group]), inGroup: (group) => heads.flatMap((head, i) => (head.group === group ? [i] : [])) };
  assert.deepEqual(heads.map((_, i) => quiet(columns, i).every((x) => x === 0)), [false, true, false, false]);
});

test('what names keep clear of is as large as it is seen: twice as near, twice as large', () => {
  const eye = { spot: ([x, y, z]) => [(100 * x) / z, (100 * y) / z] }; // along z
  assert.deepEqual([1, 2, 4].map((z) => seen(eye, [1, 0, 0], [0.3, 0.1, z], 0.5)), [50, 25, 12.5]);
});

test('a name is broken after what closes it, before a dot, and nowhere else', () => {
  assert.deepEqual(['force(slot, crank).x', 'platform.orientation.w', 'left_foot', 'p[12].x', 'a', ''].map((name) => name.split(name_break)), [
    ['force(slot,', ' crank)', '.x'],
    ['platform', '.orientation', '.w'],
    ['left_', 'foot'],
    ['p[12]', '.x'],
    ['a'],
    [''],
  ]);
});

test('the opening comment is told in paragraphs, with what to look at apart', () => {
  assert.deepEqual(opening_comment('# A bob,\n# on a rod.\n#\n# Look at: x.\n# Known: y,\n# and z.\ntitle = "t"\n# not this\n'), ['A bob, on a rod.', 'Look at: x.', 'Known: y, and z.']);
  assert.deepEqual(opening_comment('title = "t"\n# not this\n'), []);
  assert.equal(written_about('title = "t"\nabout = """\nA bob.\n\n[Look] at \\"x\\".\n"""\n[parameters]\nl = 1\n'), 'A bob.\n\n[Look] at "x".\n');
  assert.equal(written_about("about = 'one line'\n"), 'one line');
  assert.equal(written_about('[parameters]\nabout = "no"\n'), null);
});

test('the address of a moment says it', () => {
  for (const t of [0, 1.25, -3, 1e-9, 123456.789]) assert.equal(moment_in(address_of(t)), t);
  for (const other of ['', '#model', '#t=', '#t=x', '#t=1e999']) assert.equal(moment_in(other), undefined, other);
});

test('a spring begins and ends where it is fastened, and stays within its radius', () => {
  const next = random(5);
  for (let i = 0; i < 20; ++i) {
    const [from, to] = [0, 1].map(() => [next(), next(), next()]);
    const wire = coil(from, to, [0, 0, 1], 0.05);
    assert.deepEqual([wire[0], wire.at(-1)], [from, to]);
    const along = to.map((x, k) => x - from[k]);
    const length = Math.hypot(...along);
    for (const v of wire) {
      const arm = v.map((x, k) => x - from[k]);
      const s = arm.reduce((sum, x, k) => sum + x * along[k], 0) / length;
      assert.ok(Math.sqrt(Math.max(0, arm.reduce((sum, x) => sum + x * x, 0) - s * s)) < 0.0501);
    }
  }
});

test('the silhouette of a prism seen along its axis is its outline, and of a ring two circles', () => {
  const area = (loop) => loop.reduce((sum, [x, y], i) => sum + (x * loop[(i + 1) % loop.length][1] - y * loop[(i + 1) % loop.length][0]) / 2, 0);
  // An L with its corners counter-clockwise, y upwards: faces above and below, and walls that are seen edge on.
  const outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
  const flat = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5];
  const walls = outline.flatMap((_, k) => [6 + k, 6 + ((k + 1) % 6), (k + 1) % 6, 6 + k, (k + 1) % 6, k]);
  const below = flat.map((_, i) => 6 + flat[i - (i % 3) + [0, 2, 1][i % 3]]);
  const seen = [...outline, ...outline].map(([x, y]) => [x, -y]); // on the canvas y grows downwards
  const [loop, ...others] = silhouette(seen, [...flat, ...walls, ...below]);
  assert.equal(others.length, 0);
  assert.equal(loop.length, 6);
  assert.ok(Math.abs(Math.abs(area(loop)) - 3) < 1e-12);
  // A square ring.
  const ring = [[-2, -2], [2, -2], [2, 2], [-2, 2], [-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x, -y]);
  const faces = [0, 1, 2, 3].flatMap((k) => [k, (k + 1) % 4, 4 + ((k + 1) % 4), k, 4 + ((k + 1) % 4), 4 + k]);
  const loops = silhouette(ring, faces);
  assert.deepEqual(loops.map(area).map(Math.abs).sort((a, b) => a - b), [4, 16]);
  assert.equal(loops.reduce((sum, one) => sum + area(one), 0), -12);
  assert.deepEqual(silhouette(ring, faces.map((_, i) => faces[i - (i % 3) + [0, 2, 1][i % 3]])), []); // seen from behind
});

test('a colour that the model gives is kept, and takes none from the others', () => {
  const bodies = [body('a', [lump], { joint: hinge(), color: '#4682b4' }), body('b', [{ ...lump, radii: [1, 1, 1] }], { joint: hinge() })];
  assert.deepEqual(body_colours(bodies), ['#4682b4', 0]);
  const points = [{ kind: 'particle', color: '#ffd700' }, { kind: 'particle' }, { kind: 'anchor' }];
  assert.deepEqual(point_colours(points), ['#ffd700', 0, -1]);
});
