// SPDX-License-Identifier: Apache-2.0
// One plot with its title, its buttons and its legend. The chart itself is made when the card comes into sight.

import type { Show } from '../data/show';
import { button, element, save } from '../page/dom';
import { colour, curve_look, on_theme } from '../page/theme';
import { Chart } from './chart';
import { write_csv } from './csv';
import { type PlotPlan, unit_of } from './groups';
import { Legend } from './legend';
import { watch_sight } from './sight';
import { write_svg } from './svg';
import type { Zoom } from './zoom';

export function file_name(show: Show, title: string, extension: string): string {
  return `${show.scene.title} ${title}`.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '').slice(0, 80) + `.${extension}`;
}

export class Card {
  readonly article: HTMLElement;
  private readonly chart: Chart;
  private readonly legend: Legend;
  private readonly log = button('log', 'Logarithmic axis, of absolute values', () => {
    this.chart.log = !this.chart.log;
    this.make();
  });
  private width = 0;

  constructor(
    private readonly plan: PlotPlan,
    private readonly show: Show,
    private readonly zoom: Zoom,
  ) {
    const place = element('div', { class: 'chart' });
    this.chart = new Chart(place, plan, show, zoom);
    this.legend = new Legend(this.chart, show);
    const unit = unit_of(plan);
    const title = element('h3', {}, element('bdi', {}, plan.title), element('small', {}, `${unit ? ` in ${unit}` : ''} over ${show.timeName}`));
    this.article = element('article', { class: 'plot', 'aria-label': plan.title }, element('header', {}, title, this.tools()), place, this.legend.list);
    const make = (width: number): void => {
      this.width = width;
      this.make();
    };
    const sight = watch_sight(place, make, () => this.move());
    zoom.watch(() => sight.stale());
    show.onChoose(() => {
      this.chart.forget();
      sight.stale();
    });
    show.clock.watch(() => sight.moved());
    on_theme(() => sight.stale());
  }

  private make(): void {
    this.chart.update(this.width);
    this.legend.recolour();
    this.legend.refresh();
    // A logarithm of nothing but zeros shows nothing: back to the plain axis.
    if (this.chart.log && this.curves() === 0) {
      this.chart.log = false;
      this.chart.update(this.width);
    }
    this.log.setAttribute('aria-pressed', String(this.chart.log));
    this.article.dataset.shown = String(this.plan.series.filter((_, i) => this.chart.shown[i] && this.hasCurve(i)).length);
    this.article.dataset.curves = String(this.curves());
    this.article.dataset.vertices = String(this.chart.thinned.x.length);
  }

  /** A column of zeros has no curve on a logarithmic axis. */
  private hasCurve(i: number): boolean {
    return !this.chart.log || this.plan.series[i]!.values().some((value) => value !== 0);
  }

  /** How many curves have something to show. */
  private curves(): number {
    return this.chart.thinned.ys.filter((y) => y.some((v) => !Number.isNaN(v))).length;
  }

  private move(): void {
    this.chart.moveNow();
    this.legend.follow();
  }

  private tools(): HTMLElement {
    return element(
      'div',
      { class: 'tools' },
      this.log,
      button('CSV', `Save ${this.plan.title} as CSV`, () => this.saveCsv()),
      button('SVG', `Save ${this.plan.title} as SVG`, () => this.saveSvg()),
      button('PNG', `Save ${this.plan.title} as PNG`, () => this.savePng()),
    );
  }

  private saveCsv(): void {
    const { track } = this.show;
    const names = [this.show.timeName, ...this.plan.series.map(({ name }) => name)];
    const columns = [track.time, ...this.plan.series.map(({ values }) => values())];
    save(file_name(this.show, this.plan.title, 'csv'), write_csv(names, columns, track.from, track.last), 'text/csv');
  }

  private saveSvg(): void {
    const { x, ys } = this.chart.thinned;
    const curves = this.plan.series.flatMap(({ name }, i) => (this.chart.shown[i] ? [{ name, x, y: ys[i]!, ...curve_look(i) }] : []));
    const drawing = {
      title: unit_of(this.plan) ? `${this.plan.title} in ${unit_of(this.plan)}` : this.plan.title,
      xName: this.show.timeName,
      x: [this.zoom.low, this.zoom.high] as [number, number],
      y: this.chart.yRange,
      log: this.chart.log,
      curves,
    };
    save(file_name(this.show, this.plan.title, 'svg'), [write_svg(drawing)], 'image/svg+xml');
  }

  private savePng(): void {
    const { canvas } = this.chart;
    if (canvas) save_picture(canvas, file_name(this.show, this.plan.title, 'png'));
  }
}

/** The canvas on the page's paper: alone it is transparent. */
export function save_picture(canvas: HTMLCanvasElement, name: string): void {
  const sheet = element('canvas', { width: canvas.width, height: canvas.height });
  const draw = sheet.getContext('2d')!;
  draw.fillStyle = colour('paper');
  draw.fillRect(0, 0, sheet.width, sheet.height);
  draw.drawImage(canvas, 0, 0);
  sheet.toBlob((blob) => {
    if (blob) save(name, [blob], 'image/png');
  });
}
