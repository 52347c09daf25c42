// SPDX-License-Identifier: Apache-2.0
// A slider for every parameter that the model gives as a number; what it computes from them is shown.

import { button, element } from '../page/dom';
import type { Parameter } from './answers';

interface Row {
  parameter: Parameter;
  row: HTMLElement;
  range: HTMLInputElement;
  field: HTMLInputElement;
  back: HTMLButtonElement;
}

/** As the text says; else half of it to both sides. Whole numbers by ones. */
export function range_of({ written, whole, slider }: Parameter, value: number): { min: number; max: number; step: string } {
  if (slider) return { min: Math.min(slider[0], value), max: Math.max(slider[1], value), step: whole ? '1' : 'any' };
  const half = whole ? Math.max(2, Math.round(0.5 * Math.abs(written))) : 0.5 * Math.abs(written) || 1;
  const least = whole && written > 0 ? 1 : -Infinity;
  return { min: Math.max(least, Math.min(written - half, value)), max: Math.max(written + half, value), step: whole ? '1' : 'any' };
}

/** Four digits: where a slider stands is no truth about the model. */
const rounded = (x: number): number => Number(x.toPrecision(4));

export class Sliders {
  readonly element = element('div', { class: 'sliders' });
  private readonly rows = new Map<string, Row>();
  private kind = ''; // which parameters there are

  /** `settings` are values that differ from those of the text. */
  constructor(
    readonly settings: Map<string, number>,
    private readonly onMove: () => void,
  ) {}

  /** The parameters as the engine has read them. A value that was changed in the text counts. */
  show(parameters: Parameter[]): void {
    for (const { name, written } of parameters) {
      const before = this.rows.get(name)?.parameter.written;
      if (before !== undefined && before !== written) this.settings.delete(name);
    }
    for (const name of this.settings.keys()) if (!parameters.some((one) => one.name === name)) this.settings.delete(name);
    const kind = JSON.stringify(parameters.map(({ name, written, given, whole, slider, about }) => [name, written, given, whole, slider, about]));
    if (kind !== this.kind) this.build(parameters);
    this.kind = kind;
    for (const parameter of parameters) this.refresh(parameter);
  }

  /** Other values than before, of a model that is to be read. */
  reset(settings: Record<string, number>): void {
    this.rows.clear();
    this.kind = '';
    this.settings.clear();
    for (const [name, value] of Object.entries(settings)) this.settings.set(name, value);
  }

  private build(parameters: Parameter[]): void {
    this.rows.clear();
    for (const parameter of parameters) this.rows.set(parameter.name, this.make(parameter));
    this.element.replaceChildren(...[...this.rows.values()].map(({ row }) => row));
  }

  private make(parameter: Parameter): Row {
    const { name } = parameter;
    const value = this.settings.get(name) ?? parameter.written;
    const { min, max, step } = range_of(parameter, value);
    const range = element('input', { type: 'range', min, max, step, value, 'aria-label': name, 'data-name': name });
    const field = element('input', { type: 'number', step: 'any', value: short_value(value), 'aria-label': `${name}, value` });
    const back = button('↺', `${name} as in the model`, () => this.move(name, undefined), { class: 'back' });
    const row = element('div', { class: 'slider' }, element('label', { dir: 'auto' }, name), range, field, back);
    if (parameter.about) row.title = parameter.about;
    if (!parameter.given) {
      range.disabled = field.disabled = true;
      row.classList.add('computed');
      row.title = 'computed from other parameters';
    }
    range.addEventListener('input', () => this.move(name, rounded(Number(range.value))));
    field.addEventListener('change', () => {
      const wanted = Number(field.value);
      if (field.value !== '' && Number.isFinite(wanted)) this.move(name, wanted);
    });
    return { parameter, row, range, field, back };
  }

  private move(name: string, value: number | undefined): void {
    const row = this.rows.get(name)!;
    if (value === undefined || value === row.parameter.written) this.settings.delete(name);
    else this.settings.set(name, value);
    this.refresh({ ...row.parameter, value: value ?? row.parameter.written });
    this.onMove();
  }

  private refresh(parameter: Parameter): void {
    const { name } = parameter;
    const row = this.rows.get(name)!;
    row.parameter = parameter;
    const value = this.settings.get(name) ?? parameter.value;
    const { min, max } = range_of(parameter, value);
    Object.assign(row.range, { min: String(min), max: String(max), value: String(value) });
    if (document.activeElement !== row.field) row.field.value = short_value(value);
    row.back.hidden = !this.settings.has(name);
    row.row.classList.toggle('changed', this.settings.has(name));
  }
}

const short_value = (value: number): string => String(Number.isInteger(value) ? value : Number(value.toPrecision(8)));
