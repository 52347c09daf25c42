// SPDX-License-Identifier: Apache-2.0
// The curves of a chart by name: their colour and dashes, their present value, and a switch for each.

import type { Show } from '../data/show';
import { element } from '../page/dom';
import { short } from '../page/number';
import { readable, write_text } from '../page/rhythm';
import { curve_look } from '../page/theme';
import type { Chart } from './chart';

const rounding = 1e-12; // of the largest: below, digits mean nothing
const svg = 'http://www.w3.org/2000/svg';

/** A short piece of the curve's line, so that it is known by its dashes too. */
function sample(): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', '0 0 30 8');
  made.setAttribute('class', 'sample');
  made.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg, 'path');
  line.setAttribute('d', 'M0 4H30');
  line.setAttribute('stroke-width', '2.5');
  made.append(line);
  return made;
}

export class Legend {
  private readonly followed: () => void;
  readonly list = element('ul', { class: 'legend' });
  private readonly rows: { line: SVGPathElement; value: HTMLElement }[] = [];

  constructor(
    private readonly chart: Chart,
    private readonly show: Show,
  ) {
    chart.plan.series.forEach(({ name }, i) => {
      const picture = sample();
      const value = element('span', { class: 'value' });
      const button = element('button', { type: 'button', 'aria-pressed': String(chart.shown[i]), title: 'Show or hide this curve' });
      button.append(picture, element('bdi', {}, name), value);
      button.addEventListener('click', () => {
        chart.setShown(i, !chart.shown[i]);
        button.setAttribute('aria-pressed', String(chart.shown[i]));
      });
      this.list.append(element('li', {}, button));
      this.rows.push({ line: picture.firstChild as SVGPathElement, value });
    });
    chart.onHover = () => this.refresh();
    this.followed = readable(show.clock, () => this.refresh());
    this.recolour();
    this.refresh();
  }

  recolour(): void {
    this.rows.forEach(({ line }, i) => {
      const { stroke, dash } = curve_look(i);
      line.setAttribute('stroke', stroke);
      line.setAttribute('stroke-dasharray', dash.join(' '));
    });
  }

  /** When the time has moved. */
  follow(): void {
    this.followed();
  }

  refresh(): void {
    const { track, clock } = this.show;
    const { row, s } = track.moment(this.chart.hovered ?? clock.t);
    this.list.classList.toggle('hovered', this.chart.hovered !== undefined);
    this.rows.forEach(({ value }, i) => {
      if (!this.chart.shown[i]) write_text(value, '');
      else {
        const { values, size = 0 } = this.chart.plan.series[i]!;
        const y = values();
        const here = y[row] ?? NaN;
        const next = y[row + 1] ?? here;
        const now = this.chart.plan.steps || s === 0 ? here : here + s * (next - here);
        write_text(value, Math.abs(now) < rounding * size ? '0' : short(now));
      }
    });
  }
}
