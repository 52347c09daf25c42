// SPDX-License-Identifier: Apache-2.0
// Which columns belong into one plot, and in which order the plots come.

import type { Column } from '../data/columns';
import type { Show } from '../data/show';

export interface Series {
  name: string;
  values: () => Column;
}

export interface PlotPlan {
  title: string;
  series: Series[];
  log: boolean;
  steps: boolean; // whole numbers, held between samples
}

const most = 64; // curves in a plot: more can be told apart neither by colour nor by dashes

const titles: [group: string, title: string][] = [
  ['coordinate', 'Coordinates'],
  ['rate', 'Rates'],
  ['observable', 'Observables'],
  ['force', 'Force'],
  ['multiplier', 'Multipliers'],
  ['control', 'Controls'],
  ['energy', 'Energies'],
['work', 'Work'],
  ['balance', 'Energy balance'],
['residual', 'Residuals'],
  ['power', 'Power'],
  ['rank', 'Rank'],
  ['step', 'Step size'],
  ['acceleration', 'Accelerations'],
  ['other', 'Other'],
];

function series_of(show: Show, columns: number[]): Series[] {
  return columns.map((i) => ({ name: show.columns.heads[i]!.name, values: () => show.columns.get(i) }));
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

/** The forces, a plot for each name that exerts them. */
function force_plans(show: Show): PlotPlan[] {
  const byName = new Map<string, number[]>();
  for (const i of show.columns.inGroup('force')) {
    const head = show.columns.heads[i]!;
    const name = /^force\((.*?)\)/.exec(head.name)?.[1] ?? head.of;
    byName.set(name, [...(byName.get(name) ?? []), i]);
  }
  return [...byName].map(([name, columns]) => ({ title: `Force of ${name}`, series: series_of(show, columns), log: false, steps: false }));
}

/** Work and controls that are zero throughout need no plot. */
function is_idle(show: Show, group: string): boolean {
  if (group !== 'work' && group !== 'control') return false;
  return show.columns.inGroup(group).every((i) => show.columns.heads[i]!.min === 0 && show.columns.heads[i]!.max === 0);
}

/** The first of very many; the title says so. */
function held_short(plan: PlotPlan): PlotPlan {
  const all = plan.series.length;
  if (all <= most) return plan;
  return { ...plan, title: `${plan.title} (the first ${most} of ${all})`, series: plan.series.slice(0, most) };
}

export function plan_plots(show: Show): PlotPlan[] {
  return all_plans(show).map(held_short);
}

function all_plans(show: Show): PlotPlan[] {
  return titles.flatMap(([group, title]) => {
    if (group === 'force') return force_plans(show);
    const series = group === 'balance' ? balance(show) : series_of(show, show.columns.inGroup(group));
    if (series.length === 0 || is_idle(show, group)) return [];
    return [{ title: series.length === 1 && group === 'other' ? series[0]!.name : title, series, log: group === 'residual', steps: group === 'rank' }];
  });
}
