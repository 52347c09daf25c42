// SPDX-License-Identifier: Apache-2.0
// A watched number over two that vary: a field for each pair of values, or for as many as there are runs for, with
// the mean of the runs in it.

import { choice, element } from '../page/dom';
import { short } from '../page/number';
import { colour, theme } from '../page/theme';
import { type Box, frame, make_chart } from './chart';
import { type Axis, distinct, type Sweep } from './data';

/** From light to dark blue; on a dark page from blue to yellow. Lightness alone tells them apart. */
export function shade(share: number): string {
  const low = theme() === 'dark' ? [18, 40, 80] : [230, 240, 250];
  const high = theme() === 'dark' ? [255, 214, 102] : [12, 44, 99];
  const mix = low.map((x, k) => Math.round(x + (high[k]! - x) * share));
  return `rgb(${mix.join(',')})`;
}

interface Field {
  sums: Float64Array;
  counts: Float64Array;
  across: number;
  up: number;
}

const places = (axis: Axis, most: number): { count: number; place: (x: number) => number } => {
  const values = distinct(axis.values, most);
  if (values.length > 0) return { count: values.length, place: (x) => values.indexOf(x) };
  return { count: most, place: (x) => Math.min(most - 1, Math.floor(((x - axis.low) / (axis.high - axis.low)) * most)) };
};

function field_of(x: Axis, y: Axis, z: Axis): Field {
  const most = Math.max(2, Math.min(60, Math.round(Math.sqrt(z.values.length) * 0.4)));
  const [a, b] = [places(x, most), places(y, most)];
  const field = { sums: new Float64Array(a.count * b.count), counts: new Float64Array(a.count * b.count), across: a.count, up: b.count };
  z.values.forEach((value, k) => {
    const [p, q] = [x.values[k], y.values[k]];
    if (value === null || p === null || p === undefined || q === null || q === undefined) return;
    const at = b.place(q) * a.count + a.place(p);
    field.sums[at]! += value;
    field.counts[at]! += 1;
  });
  return field;
}

function draw_field(pen: CanvasRenderingContext2D, box: Box, field: Field): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  field.sums.forEach((sum, k) => {
    if (field.counts[k] === 0) return;
    low = Math.min(low, sum / field.counts[k]!);
    high = Math.max(high, sum / field.counts[k]!);
  });
  const [w, h] = [box.width / field.across, box.height / field.up];
  field.sums.forEach((sum, k) => {
    if (field.counts[k] === 0) return;
    pen.fillStyle = shade(high > low ? (sum / field.counts[k]! - low) / (high - low) : 0.5);
    const [i, j] = [k % field.across, Math.floor(k / field.across)];
    pen.fillRect(box.left + i * w, box.top + box.height - (j + 1) * h, Math.ceil(w), Math.ceil(h));
  });
  return [low, high];
}

function draw_key(pen: CanvasRenderingContext2D, box: Box, low: number, high: number): void {
  const left = box.left + box.width + 14;
  for (let k = 0; k < box.height; ++k) {
    pen.fillStyle = shade(1 - k / box.height);
    pen.fillRect(left, box.top + k, 14, 1.5);
  }
  pen.fillStyle = colour('muted');
  pen.textAlign = 'left';
  pen.textBaseline = 'top';
  pen.fillText(short(high, 4), left + 20, box.top);
  pen.textBaseline = 'bottom';
  pen.fillText(short(low, 4), left + 20, box.top + box.height);
}

export function make_heat(sweep: Sweep, axes: Axis[]): HTMLElement {
  const varied = sweep.varied.length;
  const chosen = { x: 0, y: 1, z: varied };
  const names = axes.map((one) => one.name);
  const chart = make_chart('Heat map of a watched number over two that vary', (width) => Math.min(440, width * 0.62), (pen, width, height) => {
    const [x, y, z] = [axes[chosen.x]!, axes[chosen.y]!, axes[chosen.z]!];
    const box = { left: 64, top: 8, width: width - 150, height: height - 52 };
    const [low, high] = draw_field(pen, box, field_of(x, y, z));
    frame(pen, box, [x.low, x.high], [y.low, y.high]);
    if (low <= high) draw_key(pen, box, low, high);
    pen.fillStyle = colour('ink');
    pen.textAlign = 'center';
    pen.textBaseline = 'alphabetic';
    pen.fillText(x.name, box.left + box.width / 2, height - 6);
    pen.save();
    pen.translate(12, box.top + box.height / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText(y.name, 0, 0);
    pen.restore();
  });
  const choose = (label: string, from: string[], key: 'x' | 'y' | 'z', begin: number): HTMLElement =>
    choice(label, from, chosen[key] - begin, (k) => {
      chosen[key] = k + begin;
      chart.redraw();
    }).row;
  const row = element('div', { class: 'choices' }, choose('across', names.slice(0, varied), 'x', 0), choose('up', names.slice(0, varied), 'y', 0), choose('colour', names.slice(varied), 'z', varied));
  return element('div', {}, row, chart.figure);
}
