// SPDX-License-Identifier: Apache-2.0
// A number of the run that the reader may choose.

import { element } from '../page/dom';

export interface Field {
  row: HTMLElement;
  input: HTMLInputElement;
}

export function field(label: string, title: string): Field {
  const input = element('input', { type: 'number', step: 'any', min: 0, title, id: `studio-${label}` });
  return { row: element('label', { class: 'choice' }, element('span', {}, label), input), input };
}
