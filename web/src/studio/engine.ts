// SPDX-License-Identifier: Apache-2.0
// The page's side of the engine: the first worker unpacks and compiles it, so that another costs nothing; one question at a time.

import type { Answer, Progress, Question, Refusal } from './answers';

const refusal = (error: string, more: Partial<Refusal> = {}): Answer => ({ loaded: { ok: false, complaints: [], error, ...more } });

export class Engine {
  onProgress: (progress: Progress) => void = () => undefined;
  private module: WebAssembly.Module | undefined; // as the first worker compiled it
  private worker: Worker | undefined;
  private ready: Promise<Worker> | undefined;
  private readonly address: string; // lives as long as workers may be started
  private asked = 0;
  private take: ((answer: Answer) => void) | undefined; // who waits for an answer

  constructor(
    private readonly packed: string, // the module, by Zstandard, in letters
    source: string,
  ) {
    this.address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  }

  /** One question at a time. It is always answered, whatever becomes of the worker. */
  ask(question: Question): Promise<Answer> {
    const id = ++this.asked;
    return new Promise((done) => {
      this.take = done;
      this.start().then(
        (worker) => {
          if (this.take === done) worker.postMessage({ id, question });
        },
        (error: unknown) => {
          this.ready = undefined;
          if (this.take === done) this.finish(refusal(`The engine cannot be started: ${String(error)}`, { dead: true }));
        },
      );
    });
  }

  /** Whatever it does, it is ended; the next question starts another. */
  stop(words = 'Stopped.', more: Partial<Refusal> = { stopped: true }): void {
    this.worker?.terminate();
    this.worker = this.ready = undefined;
    this.finish(refusal(words, more));
  }

  private finish(answer: Answer): void {
    const { take } = this;
    this.take = undefined;
    take?.(answer);
  }

  private start(): Promise<Worker> {
    return (this.ready ??= this.hire());
  }

  private hire(): Promise<Worker> {
    const worker = (this.worker ??= new Worker(this.address));
    return new Promise((done, fail) => {
      worker.onerror = (event) => {
        fail(new Error(event.message));
        if (worker === this.worker) this.stop('The engine broke down with this model.', { dead: true });
      };
      worker.onmessage = ({ data }: MessageEvent<{ ready?: WebAssembly.Module; id?: number; answer?: Answer; progress?: Progress; dead?: string }>) => {
        if (worker !== this.worker) return;
        if (data.ready) {
          this.module = data.ready;
          done(worker);
        } else if (data.progress) this.onProgress(data.progress);
        else if (data.dead) this.stop(`The engine broke down with this model (${data.dead}).`, { dead: true });
        else if (data.id === this.asked && data.answer) this.finish(data.answer);
      };
      worker.postMessage(this.module ? { module: this.module } : { packed: this.packed });
    });
  }
}
