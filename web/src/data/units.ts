// SPDX-License-Identifier: Apache-2.0
// What the numbers of a column are shown in: those of the SI, or what the model wants instead.

import type { Column, Columns } from './columns';
import { quiet } from './quiet';
import type { ColumnHead, Scene } from './scene';

export interface ShownUnit {
  unit: string; // "": a plain number, or a model without units
  factor: number;
}

export function shown_unit(scene: Scene, head: ColumnHead): ShownUnit {
  const other = scene.units.find(({ si }) => si !== '' && si === head.unit);
  return other ?? { unit: head.unit, factor: 1 };
}

const kept = new WeakMap<Columns, Map<number, Column>>();

/** A column as it is shown. */
export function shown_values(columns: Columns, scene: Scene, i: number): Column {
  const { factor } = shown_unit(scene, columns.heads[i]!);
  if (factor === 1) return quiet(columns, i);
  let known = kept.get(columns);
  if (!known) kept.set(columns, (known = new Map()));
  let made = known.get(i);
  if (!made) known.set(i, (made = Float64Array.from(quiet(columns, i), (value) => factor * value)));
  return made;
}
