// SPDX-License-Identifier: Apache-2.0
// The worker: one engine, one question at a time. The page ends it where an answer takes too long.
// It is bundled behind emscripten's glue, which defines ZwangEngine.

import { decompress } from 'fzstd';
import { from_letters } from '../data/letters';
import type { Answer, Checked, Loaded, Posed, Question, Refusal, Result } from './answers';

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
  _zs_unset_start(): void;
  _zs_start(name: number, value: number): void;
  _zs_hold(on: number, numbers: number, rate: number): void;
  _zs_let_go(): void;
  _zs_drag(): number;
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

/** Where it begins, and by what it is held. */
function place({ start, hold }: Question): void {
  engine._zs_unset_start();
  engine._zs_let_go();
  if (start) {
    lend('', (at) => engine._zs_start(at, start.t));
    for (const [name, value] of Object.entries(start.values)) lend(name, (at) => engine._zs_start(at, value));
  }
  if (!hold) return;
  const numbers = [...hold.at, ...hold.to, ...hold.sight];
  const room = engine._malloc(8 * numbers.length);
  new Float64Array(engine.HEAPU8.buffer, room, numbers.length).set(numbers);
  lend(hold.on, (at) => engine._zs_hold(at, room, hold.rate));
  engine._free(room);
}

/** The columns of the last answer. The memory may have moved since it was asked for. */
function numbers_now(): ArrayBuffer {
  const from = engine._zs_columns();
  return engine.HEAPU8.slice(from, from + 8 * engine._zs_column_numbers()).buffer;
}

function answer(question: Question): Answer {
  const loaded = load(question);
  if (!loaded.ok) return { loaded };
  place(question);
  if (question.hold && !question.run) {
    const posed = read<Posed>(engine._zs_drag());
    return posed.ok ? { loaded, posed, numbers: numbers_now() } : { loaded, posed };
  }
  const checked = question.hold ? undefined : read<Checked>(engine._zs_check());
  if (!question.run) return { loaded, ...(checked ? { checked } : {}) };
  const kind = question.kind ?? (loaded.motion ? 'motion' : 'extremals');
  const flags = (kind === 'extremals' ? 1 : 0) | (question.words ? 2 : 0) | (question.error ? 4 : 0);
  const { duration = 0, tolerance = 0, method = '' } = question;
  const result = lend(method, (at) => read<Result>(engine._zs_run(flags, duration, tolerance, at)));
  const told = { loaded, ...(checked ? { checked } : {}), result };
  return result.ok ? { ...told, numbers: numbers_now() } : told;
}

function report(t: number, from: number, until: number): void {
  const now = performance.now();
  if (now - told < pause) return;
  told = now;
  postMessage({ progress: { t, from, until } });
}

async function begin(module: WebAssembly.Module): Promise<void> {
  engine = await ZwangEngine({
    onProgress: report,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  });
  postMessage({ ready: module });
}

interface Asked {
  packed?: string; // the engine, for the first worker
  module?: WebAssembly.Module; // as the first worker compiled it, for the others
  id?: number;
  question?: Question;
}

onmessage = async ({ data }: MessageEvent<Asked>) => {
  if (data.packed) return begin(await WebAssembly.compile(decompress(from_letters(data.packed)) as Uint8Array<ArrayBuffer>));
  if (data.module) return begin(data.module);
  told = performance.now();
  try {
    const given = answer(data.question!);
    postMessage({ id: data.id, answer: given }, given.numbers ? [given.numbers] : []);
  } catch (error) {
    // A trap leaves the engine unusable: the page starts another worker.
    postMessage({ id: data.id, dead: String(error) });
  }
};
