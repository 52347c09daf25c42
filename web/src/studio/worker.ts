// SPDX-License-Identifier: Apache-2.0
// The worker: one engine, one question at a time. The page ends it where an answer takes too long.
// It is bundled behind emscripten's glue, which defines ZwangEngine.

import type { Answer, Checked, Loaded, Question, Refusal, Result } from './answers';

interface Engine {
  HEAPU8: Uint8Array<ArrayBuffer>;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, at: number, size: number): void;
  UTF8ToString(at: number): string;
  _malloc(size: number): number;
  _free(at: number): void;
  _zs_unset(): void;
  _zs_set(name: number, value: number): void;
  _zs_load(text: number): number;
  _zs_check(): number;
  _zs_run(flags: number, duration: number, tolerance: number, method: number): number;
  _zs_columns(): number;
  _zs_column_numbers(): number;
}

declare const ZwangEngine: (options: object) => Promise<Engine>;
declare function postMessage(message: unknown, transfer?: Transferable[]): void;

const pause = 100; // milliseconds between two reports of progress
let engine: Engine;
let told = 0;

function lend<T>(text: string, use: (at: number) => T): T {
  const size = engine.lengthBytesUTF8(text) + 1;
  const at = engine._malloc(size);
  engine.stringToUTF8(text, at, size);
  try {
    return use(at);
  } finally {
    engine._free(at);
  }
}

const read = <T>(at: number): T | Refusal => JSON.parse(engine.UTF8ToString(at)) as T | Refusal;

function load({ text, settings }: Question): Loaded | Refusal {
  engine._zs_unset();
  for (const [name, value] of Object.entries(settings)) lend(name, (at) => engine._zs_set(at, value));
  return lend(text, (at) => read<Loaded>(engine._zs_load(at)));
}

function answer(question: Question): Answer {
  const loaded = load(question);
  if (!loaded.ok) return { loaded };
  const checked = read<Checked>(engine._zs_check());
  if (!question.run) return { loaded, checked };
  const kind = question.kind ?? (loaded.motion ? 'motion' : 'extremals');
  const flags = (kind === 'extremals' ? 1 : 0) | (question.words ? 2 : 0) | (question.error ? 4 : 0);
  const { duration = 0, tolerance = 0, method = '' } = question;
  const result = lend(method, (at) => read<Result>(engine._zs_run(flags, duration, tolerance, at)));
  if (!result.ok) return { loaded, checked, result };
  const from = engine._zs_columns(); // the memory may have moved during the run
  return { loaded, checked, result, numbers: engine.HEAPU8.slice(from, from + 8 * engine._zs_column_numbers()).buffer };
}

function report(t: number, from: number, until: number): void {
  const now = performance.now();
  if (now - told < pause) return;
  told = now;
  postMessage({ progress: { t, from, until } });
}

onmessage = async ({ data }: MessageEvent<{ module?: WebAssembly.Module; id?: number; question?: Question }>) => {
  if (data.module) {
    const { module } = data;
    engine = await ZwangEngine({
      onProgress: report,
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
        void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
      },
    });
    postMessage({ ready: true });
    return;
  }
  told = performance.now();
  try {
    const given = answer(data.question!);
    postMessage({ id: data.id, answer: given }, given.numbers ? [given.numbers] : []);
  } catch (error) {
    // A trap leaves the engine unusable: the page starts another worker.
    postMessage({ id: data.id, dead: String(error) });
  }
};
