// SPDX-License-Identifier: Apache-2.0
// What is wrong with the text, or to be known about the model, as a list; its places are links into the editor.

import { button, element } from '../page/dom';
import type { Checked, Complaint, Finding, Refusal } from './answers';

export type GoTo = (line: number, column: number) => void;

function complaint_item({ line, column, what, hint, code }: Complaint, go: GoTo): HTMLElement {
  const words = element('span', { dir: 'auto' }, what, ...(hint ? [element('small', {}, ` (${hint})`)] : []));
  const place = line > 0 ? [button(`line ${line}`, 'Go to this place', () => go(line, column))] : [];
  return element('li', { class: 'error', 'data-code': code }, ...place, words);
}

function finding_item({ severity, text, hint, lines }: Finding, go: GoTo): HTMLElement {
  const words = element('span', { dir: 'auto' }, text, ...(hint ? [element('small', {}, ` ${hint}`)] : []));
  const [line] = lines;
  const place = line ? [button(`line ${line}`, 'Go to this place', () => go(line, 1))] : [];
  return element('li', { class: severity }, ...place, words);
}

/** Of a text that cannot be read. */
export function complaint_list({ complaints, error }: Refusal, go: GoTo): HTMLElement {
  const items = complaints.map((one) => complaint_item(one, go));
  if (error) items.push(element('li', { class: 'error' }, error));
  return element('ul', { class: 'complaints' }, ...items);
}

/** Of a model that can. The first of the findings tells its freedom. */
export function diagnosis({ findings }: Checked, go: GoTo): HTMLElement {
  return element('ul', { class: 'complaints' }, ...findings.map((one) => finding_item(one, go)));
}
