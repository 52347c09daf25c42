// SPDX-License-Identifier: Apache-2.0
// Pages made by the program itself, in a folder that goes away with the test.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

export const program = process.env.ZWANG_PROGRAM;
export const models = process.env.ZWANG_MODELS;

export const folder = mkdtempSync(join(tmpdir(), 'zwang-web-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export const all_models = () =>
  readdirSync(models)
    .filter((name) => name.endsWith('.toml'))
    .map((name) => basename(name, '.toml'))
    .sort();

/** Runs a model file; gives the paths of its page and its table. A run may end early and still have a page. Live pages are tested apart. */
export async function run(file, name, ...options) {
  try {
    await promisify(execFile)(program, ['run', file, '--out', folder, '--quiet', '--no-live', ...options], { timeout: 300_000 });
  } catch (error) {
    if (error.code !== 1 && error.code !== 3) throw error;
  }
  return { page: join(folder, `${name}.html`), csv: join(folder, `${name}.csv`) };
}

const made = new Map();

/** Runs a model of the collection, once. */
export function run_model(name) {
  if (!made.has(name)) made.set(name, run(join(models, `${name}.toml`), name));
  return made.get(name);
}

/** Begins to run models, two at a time in their order; gives the promise of each one's files. */
export function run_models(names) {
  const lanes = [Promise.resolve(), Promise.resolve()];
  const files = names.map((name, i) => {
    const next = lanes[i % 2].then(() => run_model(name));
    lanes[i % 2] = next.catch(() => undefined); // who awaits `next` is told
    return [name, next];
  });
  return new Map(files);
}

/** Runs a model given as text. */
export function run_text(name, text, ...options) {
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, text);
  return run(file, name, ...options);
}

/** What models ask to be shown in, in the SI, which is what CSV files are in. */
const in_si = { deg: Math.PI / 180, mm: 1e-3, cm: 1e-2, km: 1e3 };

/** The table of the present state in a page, as numbers by name. */
export const state_of = async (page) => {
  const rows = await page.$$eval('.state-table tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  return Object.fromEntries(
    rows.map(([head, value]) => {
      const [, name, unit] = /^(.*?)(?: \(([^()]*)\))?$/.exec(head);
      return [name, Number(value.replaceAll('−', '-')) * (in_si[unit] ?? 1)];
    }),
  );
};

/** A CSV file as columns by name. Names that hold commas stand in quotes. */
export function read_csv(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
  const names = [...lines[0].matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map((m) => m[2] ?? m[1].replaceAll('""', '"'));
  const columns = Object.fromEntries(names.map((name) => [name, []]));
  for (const line of lines.slice(1)) line.split(',').forEach((word, i) => columns[names[i]].push(Number(word)));
  return columns;
}
