// SPDX-License-Identifier: Apache-2.0
// The forces in one plot: their magnitudes first, and the components of any of them by choice.

import type { Column, Columns } from '../data/columns';
import { noise_of, quiet, size_of } from '../data/quiet';
import type { Show } from '../data/show';
import { shown_unit } from '../data/units';
import { choice, element } from '../page/dom';
import { Card } from './card';
import { type PlotPlan, type Series, series_of } from './groups';
import { by_magnitude } from './likeness';
import type { Zoom } from './zoom';

export interface Source {
  name: string;
  columns: number[];
  vector: boolean; // along x, y, z
}

/** "joint(crank).x" is of joint(crank); "force(rod).bob.x" of force(rod).bob. */
function sources_of(show: Show): Source[] {
  const found = new Map<string, number[]>();
  const generalised = new Map<string, number[]>();
  for (const i of show.columns.inGroup('force')) {
    const { name } = show.columns.heads[i]!;
    const vector = /^(.*)\.[xyz]$/s.exec(name)?.[1];
    const own = /^force\(.*?\)/s.exec(name)?.[0] ?? name;
    const [list, key] = vector === undefined ? [generalised, own] : [found, vector];
    list.set(key, [...(list.get(key) ?? []), i]);
  }
  const vectors = [...found].map(([name, columns]): Source => ({ name: name.replace(/^applied\(\d+:/, 'applied('), columns, vector: true }));
  // What does not act at all is not in the way.
  const acting = vectors.filter((source) => size_in(show, source) > noise_of(show.columns, source.columns[0]!));
  return [...(acting.length > 0 ? acting : vectors), ...[...generalised].map(([name, columns]) => ({ name: `${name}, along coordinates`, columns, vector: false }))];
}

const most_numbers = 3e6; // to compare: more would keep the reader waiting

/** The largest component. */
const size_in = (show: Show, { columns }: Source): number => Math.max(0, ...columns.map((i) => size_of(show.columns, i)));

/** Whether two forces are of one size throughout, as action and reaction are. */
function are_equal(show: Show, a: Source, b: Source): boolean {
  const [x, y] = [a, b].map((source) => magnitude_in_si(show, source).values()) as [Column, Column];
  const near = 1e-6 * size_in(show, a);
  return x.every((value, row) => !(Math.abs(value - y[row]!) > near));
}

/** The two forces of a constraint between two bodies are one curve, and are told once: force(slot, crank) and force(slot, lever) as force(slot). */
export function told_once(show: Show, sources: Source[]): Source[] {
  if (sources.length * show.scene.samples > most_numbers) return sources;
  const constraint = ({ name }: Source): string | undefined => /^force\((.+), [^,()]+\)$/s.exec(name)?.[1];
  const made: Source[] = [];
  for (const source of sources) {
    const own = constraint(source);
    const pair = own === undefined ? [] : sources.filter((other) => constraint(other) === own);
    if (pair.length !== 2 || !are_equal(show, pair[0]!, pair[1]!)) made.push(source);
    else if (source === pair[0]) made.push({ ...source, name: `force(${own})` });
  }
  return made;
}

/** A torque is no force: they never share an axis. */
const is_torque = ({ name }: Source): boolean => /torque$/.test(name);

/** The magnitudes of joints' and constraints' forces or torques, as one series each. */
export function force_magnitudes(show: Show, torques: boolean): Series[] {
  const sources = sources_of(show).filter((source) => source.vector && /^(joint|force)\(/.test(source.name) && is_torque(source) === torques);
  return told_once(show, sources).map((source) => ({ ...magnitude_in_si(show, source), name: source.name, size: size_in(show, source) }));
}

/** The same times a factor, made when it is asked for. */
function scaled(values: () => Column, factor: number): () => Column {
  let kept: Float64Array | undefined;
  return factor === 1 ? values : () => (kept ??= Float64Array.from(values(), (value) => factor * value));
}

function magnitude(show: Show, source: Source): Series {
  const series = magnitude_in_si(show, source);
  const { unit, factor } = shown_unit(show.scene, show.columns.heads[source.columns[0]!]!);
  return { ...series, values: scaled(series.values, factor), unit };
}

function magnitude_in_si(show: Show, { name, columns }: Source): Series {
  let kept: Float64Array | undefined;
  let of: Columns | undefined; // whose
  const values = (): Column => {
    if (kept && of === show.columns) return kept;
    of = show.columns;
    const parts = columns.map((i) => quiet(show.columns, i));
    return (kept = Float64Array.from(parts[0]!, (_, row) => Math.hypot(...parts.map((part) => part[row]!))));
  };
  return { name: `|${name}|`, values, unit: show.columns.heads[columns[0]!]!.unit };
}

/** Plans by what is chosen: all magnitudes, of one magnitude on an axis; then each force. */
export function force_plans(show: Show): { label: string; plans: PlotPlan[] }[] {
  const sources = sources_of(show);
  const plan = (title: string, series: Series[]): PlotPlan => ({ title, series, log: false, steps: false });
  const vectors = told_once(show, sources.filter(({ vector }) => vector)).slice(0, 64);
  const whole = [false, true].flatMap((torques) => {
    const word = torques ? 'torques' : 'forces';
    const groups = by_magnitude(vectors.filter((source) => is_torque(source) === torques), (source) => size_in(show, source));
    return groups.map((some, i) => plan(i === 0 ? `${word[0]!.toUpperCase()}${word.slice(1)}` : `Smaller ${word}`, some.map((source) => magnitude(show, source))));
  });
  const single = sources.map((source) => ({
    label: source.name,
    plans: source.vector
      ? [plan(source.name, [...series_of(show, source.columns), magnitude(show, source)])]
      : by_magnitude(source.columns, (i) => size_of(show.columns, i)).map((columns) => plan(source.name, series_of(show, columns))),
  }));
  return [...(whole.length > 0 ? [{ label: 'magnitudes', plans: whole }] : []), ...single];
}

/** Cards that follow one choice. */
export function make_force_cards(show: Show, zoom: Zoom): HTMLElement | undefined {
  const plans = force_plans(show);
  if (plans.length === 0) return undefined;
  const place = element('div', { class: 'grid' });
  const choose = (i: number): void => place.replaceChildren(...plans[i]!.plans.map((plan) => new Card(plan, show, zoom).article));
  choose(0);
  const pick = choice('show', plans.map(({ label }) => label), 0, choose);
  return element('div', { class: 'forces' }, element('div', { class: 'head' }, element('h3', {}, 'Forces'), pick.row), place);
}
