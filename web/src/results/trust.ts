// SPDX-License-Identifier: Apache-2.0
// Whether to trust the numbers: one line, which opens to the diagnosis.

import { element } from '../page/dom';

/** A fact of the summary, by its name. */
function fact(name: string): string {
  const row = [...document.querySelectorAll<HTMLTableRowElement>('#summary .facts tr')].find((tr) => tr.cells[0]?.textContent === name);
  return row?.cells[1]?.textContent?.trim() ?? '';
}

/** Two digits are enough to trust or not. */
export const brief = (text: string): string => text.replace(/^(\d\.\d)\d*(e.*)$/, '$1$2').replace(/^(\d+\.\d\d)\d*$/, '$1');

function words(warnings: number, errors: number): string {
  const result = fact('result');
  const good = result === 'ok' || result === '';
  const parts = [
    good ? (errors + warnings === 0 ? 'No problems found' : `${errors + warnings} finding${errors + warnings > 1 ? 's' : ''}`) : `Ended early: ${result}`,
    ...[['constraint error', fact('constraint error (position), max')], ['unaccounted energy', fact('unaccounted energy, max')]]
      .filter(([, value]) => value)
      .map(([name, value]) => `${name} ≤ ${brief(value!)}`),
  ];
  return parts.join(' · ');
}

/** The diagnosis moves into the line. Pages of extremals have none, and no line. */
export function make_trust(): HTMLElement[] {
  const diagnosis = document.getElementById('diagnosis');
  const result = fact('result');
  if (!diagnosis && !result) return [];
  const [warnings, errors] = ['warning', 'error'].map((kind) => diagnosis?.querySelectorAll(`li.${kind}`).length ?? 0) as [number, number];
  const level = errors > 0 || (result !== 'ok' && result !== '') ? 'bad' : warnings > 0 ? 'doubtful' : 'good';
  const sign = { good: '✓', doubtful: '!', bad: '✗' }[level];
  const line = element('summary', {}, element('span', { class: 'sign', 'aria-hidden': 'true' }, sign), words(warnings, errors));
  const made = element('details', { class: `trust ${level}`, open: level === 'bad' }, line);
  if (diagnosis) made.append(diagnosis);
  return [made];
}
