// SPDX-License-Identifier: Apache-2.0
// The engine of live pages in Node, where `make studio` has built it.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = process.env.ZWANG_ENGINE ?? new URL('../../../build-studio', import.meta.url).pathname;
export const built = existsSync(join(folder, 'engine.wasm'));
if (!built) console.log(`live pages are not tested: no engine in ${folder} (make studio)`);

/** One engine, with the verbs of the page's worker. */
export async function start_engine() {
  const make = createRequire(import.meta.url)(join(folder, 'engine.js'));
  const engine = await make({ wasmBinary: readFileSync(join(folder, 'engine.wasm')) });
  const lend = (text, use) => {
    const size = engine.lengthBytesUTF8(text) + 1;
    const at = engine._malloc(size);
    engine.stringToUTF8(text, at, size);
    try {
      return use(at);
    } finally {
      engine._free(at);
    }
  };
  const answer = (at) => JSON.parse(engine.UTF8ToString(at));
  return {
    load(text, settings = {}) {
      engine._zs_unset();
      for (const [name, value] of Object.entries(settings)) lend(name, (at) => engine._zs_set(at, value));
      return lend(text, (at) => answer(engine._zs_load(at)));
    },
    check: () => answer(engine._zs_check()),
    /** With the last number of every column. */
    run({ flags = 0, duration = 0, tolerance = 0, method = '' } = {}) {
      const told = lend(method, (at) => answer(engine._zs_run(flags, duration, tolerance, at)));
      if (!told.ok) return told;
      const from = engine._zs_columns();
      const numbers = new Float64Array(engine.HEAPU8.slice(from, from + 8 * engine._zs_column_numbers()).buffer);
      const n = told.scene.samples;
      told.columns = Object.fromEntries(told.scene.columns.map(({ name }, k) => [name, numbers.subarray(k * n, (k + 1) * n)]));
      return told;
    },
    memory: () => ({ used: engine._zs_memory(), heap: engine.HEAPU8.length }),
  };
}
