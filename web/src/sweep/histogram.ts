// SPDX-License-Identifier: Apache-2.0
// How often each value of a watched number came: of all runs, with mean and deviation.

import { element } from '../page/dom';
import { short } from '../page/number';
import { colour } from '../page/theme';
import { along, frame, make_chart } from './chart';
import type { Spread } from './data';

export function make_histogram(spread: Spread): HTMLElement {
  const words = spread.count === 0 ? 'no run has this number' : `mean ${short(spread.mean ?? NaN, 6)}, deviation ${short(spread.deviation ?? NaN, 4)}, median ${short(spread.median ?? NaN, 6)}`;
  const title = element('h3', { dir: 'auto' }, spread.name);
  const note = element('p', { class: 'note' }, words);
  if (spread.count === 0 || spread.from === null || spread.to === null) return element('div', { class: 'cell' }, title, note);
  const low = spread.from;
  const high = spread.to > low ? spread.to : low + Math.max(Math.abs(low), 1) * 1e-3;
  const most = Math.max(...spread.counts);
  const chart = make_chart(`Histogram of ${spread.name}: ${words}`, () => 190, (pen, width, height) => {
    const box = { left: 44, top: 8, width: width - 56, height: height - 34 };
    pen.fillStyle = colour('trace');
    const wide = box.width / spread.counts.length;
    spread.counts.forEach((count, k) => {
      const tall = (count / most) * box.height;
      pen.fillRect(box.left + k * wide + 0.5, box.top + box.height - tall, Math.max(1, wide - 1), tall);
    });
    if (spread.mean !== null) {
      const at = along(box, low, high, spread.mean);
      pen.strokeStyle = colour('ink');
      pen.setLineDash([4, 3]);
      pen.beginPath();
      pen.moveTo(at, box.top);
      pen.lineTo(at, box.top + box.height);
      pen.stroke();
      pen.setLineDash([]);
    }
    frame(pen, box, [low, high], [0, most]);
  });
  return element('div', { class: 'cell' }, title, chart.figure, note);
}
