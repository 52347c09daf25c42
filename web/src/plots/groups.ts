// SPDX-License-Identifier: Apache-2.0
// Which columns belong into one plot, and in which order the plots come: what was asked for, then the motion, then what explains it,
// and the numerics last.

import type { Column } from '../data/columns';
import { noise_of, size_of } from '../data/quiet';
import type { Show } from '../data/show';
import { shown_unit, shown_values } from '../data/units';
import { by_magnitude, dimension_of } from './likeness';

export interface Series {
  name: string;
  values: () => Column;
  size?: number; // the largest of them, where it is known
  unit?: string;
}

export interface PlotPlan {
  title: string;
  series: Series[];
  log: boolean;
  steps: boolean; // whole numbers, held between samples
}

/** A part of the section of plots. */
export interface Chapter {
  title: string; // "": the first, which needs none
  plans: PlotPlan[];
  open: boolean;
}

const most = 64; // curves in a plot: more can be told apart neither by colour nor by dashes

interface Kind {
  group: string;
  title: string;
  split: boolean; // by dimension and magnitude
}

const results: Kind[] = [
  { group: 'observable', title: 'Observables', split: true },
  { group: 'control', title: 'Controls', split: true },
  { group: 'coordinate', title: 'Coordinates', split: true },
  { group: 'energy', title: 'Energies', split: false },
];
const more: Kind[] = [
  { group: 'rate', title: 'Rates', split: true },
  { group: 'acceleration', title: 'Accelerations', split: true },
  { group: 'multiplier', title: 'Multipliers', split: true },
  { group: 'work', title: 'Work', split: false },
  { group: 'power', title: 'Power', split: true },
];
const numerics: Kind[] = [
  { group: 'balance', title: 'Energy balance', split: false },
  { group: 'residual', title: 'Residuals', split: false },
  { group: 'step', title: 'Step size', split: false },
  { group: 'rank', title: 'Rank', split: false },
  { group: 'other', title: 'Other', split: true },
];

export function series_of(show: Show, columns: number[]): Series[] {
  return columns.map((i) => {
    const head = show.columns.heads[i]!;
    const { unit, factor } = shown_unit(show.scene, head);
    return { name: head.name, values: () => shown_values(show.columns, show.scene, i), size: factor * size_of(show.columns, i), unit };
  });
}

/** Energy − energy at the start − work: the unaccounted energy. */
function balance(show: Show): Series[] {
  const given = show.columns.inGroup('balance');
  if (given.length > 0) return series_of(show, given);
  const energy = show.columns.find('energy');
  const works = show.columns.inGroup('work');
  if (energy === undefined || works.length === 0) return [];
  // Of single-precision columns the difference would be nothing but rounding.
  if ([energy, ...works].some((i) => show.columns.heads[i]!.type !== 'f64')) return [];
  let kept: Float64Array | undefined;
  const values = (): Column => {
    if (kept) return kept;
    const e = show.columns.get(energy);
    const parts = works.map((i) => show.columns.get(i));
    const at = (row: number): number => parts.reduce((sum, part) => sum - part[row]!, e[row]!);
    const start = at(0);
    return (kept = Float64Array.from(e, (_, row) => at(row) - start));
  };
  return [{ name: 'energy − start − work', values }];
}

/** Work and controls that are zero throughout need no plot. */
function is_idle(show: Show, group: string): boolean {
  if (group !== 'work' && group !== 'control') return false;
  return show.columns.inGroup(group).every((i) => show.columns.heads[i]!.min === 0 && show.columns.heads[i]!.max === 0);
}

/** The unit of an axis: that of all its curves. */
export function unit_of({ series }: PlotPlan): string {
  const [first, ...others] = new Set(series.map(({ unit }) => unit ?? ''));
  return others.length === 0 ? (first ?? '') : '';
}

/** The first of very many; the title says so. */
function held_short(plan: PlotPlan): PlotPlan {
  const all = plan.series.length;
  if (all <= most) return plan;
  return { ...plan, title: `${plan.title} (the first ${most} of ${all})`, series: plan.series.slice(0, most) };
}

/** "center.x" and "center.y" are one thing, and stay together. */
const family = (name: string): string => name.replace(/'+$/, '').replace(/\.[wxyz]$/, '');

/** Columns as things that stay together. */
function families(show: Show, columns: number[]): number[][] {
  const found = new Map<string, number[]>();
  for (const i of columns) {
    const key = family(show.columns.heads[i]!.name);
    found.set(key, [...(found.get(key) ?? []), i]);
  }
  return [...found.values()];
}

function plans_of(show: Show, { group, title, split }: Kind): PlotPlan[] {
  if (is_idle(show, group)) return [];
  if (group === 'balance') return plan_list(title, [balance(show)], group);
  const columns = show.columns.inGroup(group);
  if (!split) return plan_list(title, [series_of(show, columns)], group);
  // What the model says it is measured in, or else what its name tells.
  const dimension = (i: number): string => shown_unit(show.scene, show.columns.heads[i]!).unit || dimension_of(show.columns.heads[i]!.name);
  const dimensions = [...new Set(['other', 'angle', 'orientation', ...columns.map(dimension)])];
  const size = (some: number[]): number => Math.max(...some.map((i) => size_of(show.columns, i)));
  const parts = dimensions.flatMap((one) => by_magnitude(families(show, columns.filter((i) => dimension(i) === one)), size));
  return plan_list(title, parts.map((part) => series_of(show, part.flat())), group);
}

/** Several plots of one kind are told apart by what is in them. */
function plan_list(title: string, parts: Series[][], group: string): PlotPlan[] {
  const some = parts.filter((series) => series.length > 0);
  return some.map((series) => {
    const names = [...new Set(series.map(({ name }) => family(name)))];
    const words = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
    const own = some.length > 1 || (series.length === 1 && group === 'other');
    return held_short({ title: own ? (group === 'other' || group === 'observable' ? words : `${title}: ${words}`) : title, series, log: group === 'residual', steps: group === 'rank' });
  });
}

/** A plot of what stays as it is tells no more than its number among the results. */
function is_constant({ columns }: Show, { series }: PlotPlan): boolean {
  return series.every(({ name }) => {
    const i = columns.find(name);
    return i !== undefined && columns.heads[i]!.max - columns.heads[i]!.min <= Math.max(1e-9 * size_of(columns, i), noise_of(columns, i));
  });
}

/** The parts of the section of plots; forces have a card of their own. */
export function plan_chapters(show: Show): Chapter[] {
  const plans = (kinds: Kind[]): PlotPlan[] => kinds.flatMap((kind) => plans_of(show, kind));
  const first = plans(results);
  const busy = first.filter((plan) => !is_constant(show, plan));
  const [shown, aside] = busy.length > 0 ? [busy, first.filter((plan) => !busy.includes(plan))] : [first, []];
  return [
    { title: '', plans: shown, open: true },
    { title: 'More curves', plans: [...aside, ...plans(more)], open: false },
    { title: 'Numerics', plans: plans(numerics), open: false },
  ];
}
