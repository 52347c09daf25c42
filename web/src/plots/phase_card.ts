// SPDX-License-Identifier: Apache-2.0
// A phase portrait: any column against any other, with the present state as a dot.

import { noise_of, size_of } from '../data/quiet';
import type { Show } from '../data/show';
import { button, choice, element, save } from '../page/dom';
import { colour, on_theme } from '../page/theme';
import { choose_axes, Portrait } from '../picture/portrait';
import { file_name, save_picture } from './card';
import { linear_range } from './chart';
import { write_csv } from './csv';
import { sees_all, watch_sight } from './sight';
import { write_svg } from './svg';

const height = 280;

/** The first coordinate against its rate where both change: one that a motor turns evenly gives a straight line. Else any that has a
 *  rate; else what the portrait of the model shows. */
function first_axes(show: Show): [number, number] {
  const { columns } = show;
  const pairs = columns.inGroup('coordinate').flatMap((i): [number, number][] => {
    const rate = columns.find(columns.heads[i]!.name + "'");
    return rate === undefined ? [] : [[i, rate]];
  });
  const changes = (i: number): boolean => columns.heads[i]!.max - columns.heads[i]!.min > Math.max(1e-6 * size_of(columns, i), noise_of(columns, i));
  return pairs.find((pair) => pair.every(changes)) ?? pairs[0] ?? choose_axes(show);
}

export class PhaseCard {
  readonly article: HTMLElement;
  private readonly portrait: Portrait;
  private readonly place = element('div', { class: 'chart phase' });
  private width = 0;

  constructor(private readonly show: Show) {
    this.portrait = new Portrait(show, first_axes(show));
    this.place.append(this.portrait.canvas);
    const held = show.columns.held();
    const names = held.map((i) => show.columns.heads[i]!.name);
    const pick = (k: 0 | 1, label: string): HTMLElement => {
      const made = choice(label, names, held.indexOf(this.portrait.axes[k]), (i) => {
        this.portrait.axes[k] = held[i]!;
        this.make();
      });
      return made.row;
    };
    const tools = element(
      'div',
      { class: 'tools' },
      button('CSV', 'Save the phase portrait as CSV', () => this.saveCsv()),
      button('SVG', 'Save the phase portrait as SVG', () => this.saveSvg()),
      button('PNG', 'Save the phase portrait as PNG', () => save_picture(this.portrait.canvas, file_name(show, 'phase', 'png'))),
    );
    const picks = element('div', { class: 'row picks' }, pick(1, 'y'), pick(0, 'x'), ...this.sections());
    this.article = element('article', { class: 'plot', 'aria-label': 'Phase portrait' }, element('header', {}, element('h3', {}, 'Phase portrait'), tools), picks, this.place);
    const make = (width: number): void => {
      this.width = width;
      this.make();
    };
    const sight = watch_sight(this.place, make, () => this.draw());
    show.clock.watch(() => sight.moved());
    show.onChoose(() => sight.stale());
    on_theme(() => sight.stale());
  }

  /** Where the model has events: the states at one of them, a Poincaré section. */
  private sections(): HTMLElement[] {
    const times = new Map<string, number[]>();
    for (const { name, t } of this.show.scene.events) times.set(name, [...(times.get(name) ?? []), t]);
    if (times.size === 0) return [];
    const names = [...times.keys()];
    const { row } = choice('at', ['all times', ...names], 0, (i) => {
      this.portrait.moments = i > 0 ? times.get(names[i - 1]!) : undefined;
      this.article.dataset.dots = String(this.portrait.moments?.length ?? 0);
      this.make();
    });
    return [row];
  }

  private make(): void {
    this.portrait.resize(Math.max(120, this.width), height, sees_all() ? 2.5 : Math.min(2, devicePixelRatio || 1)); // paper is fine-grained
    this.draw();
    this.article.dataset.curves = '1';
  }

  private draw(): void {
    const { track, clock } = this.show;
    const { row, s } = track.moment(clock.t);
    this.portrait.draw({ track, along: row + s - track.from });
  }

  private names(): [string, string] {
    return this.portrait.axes.map((i) => this.show.columns.heads[i]!.name) as [string, string];
  }

  private saveCsv(): void {
    const { track, columns } = this.show;
    const values = [track.time, ...this.portrait.axes.map((i) => columns.get(i))];
    save(file_name(this.show, 'phase', 'csv'), write_csv([this.show.timeName, ...this.names()], values, track.from, track.last), 'text/csv');
  }

  private saveSvg(): void {
    const { track, columns } = this.show;
    const [xName, name] = this.names();
    const part = (k: 0 | 1): Float64Array => Float64Array.from(columns.get(this.portrait.axes[k]).subarray(track.from, track.last + 1));
    const range = (k: 0 | 1): [number, number] => {
      const { min, max } = columns.heads[this.portrait.axes[k]]!;
      return linear_range(min, max);
    };
    const curve = { name, x: part(0), y: part(1), stroke: colour('curve-0'), dash: [] };
    save(file_name(this.show, 'phase', 'svg'), [write_svg({ title: `${name} against ${xName}`, xName, x: range(0), y: range(1), log: false, curves: [curve] })], 'image/svg+xml');
  }
}
