// SPDX-License-Identifier: Apache-2.0
// Columns as a CSV file, every row of the chosen track.

import type { Column } from '../data/columns';

/** A name or number as one field. A name that a spreadsheet would take for a formula is made text. */
function field(text: string): string {
  const safe = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Single-precision numbers with the digits they have, not those of their nearest double. */
function digits(x: number, column: Column): string {
  return column instanceof Float32Array ? String(Number(x.toPrecision(8))) : String(x);
}

export function write_csv(names: string[], columns: Column[], first: number, last: number): string[] {
  const parts = [names.map(field).join(',') + '\n'];
  const chunk = 5000; // rows a string: few objects, none of them huge
  for (let start = first; start <= last; start += chunk) {
    const lines: string[] = [];
    for (let row = start; row <= Math.min(last, start + chunk - 1); ++row)
      lines.push(columns.map((column) => digits(column[row]!, column)).join(','));
    parts.push(lines.join('\n') + '\n');
  }
  return parts;
}
