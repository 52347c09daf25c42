// SPDX-License-Identifier: Apache-2.0
// The page's side of the engine: unpacked and compiled once, so that another worker costs nothing; one question at a time.

import { from_base64 } from '../data/columns';
import type { Answer, Progress, Question, Refusal } from './answers';

const refusal = (error: string, more: Partial<Refusal> = {}): Answer => ({ loaded: { ok: false, complaints: [], error, ...more } });

export class Engine {
  onProgress: (progress: Progress) => void = () => undefined;
  private module: WebAssembly.Module | undefined;
  private worker: Worker | undefined;
  private ready: Promise<void> | undefined;
  private readonly address: string; // lives as long as workers may be started
  private asked = 0;
  private take: ((answer: Answer) => void) | undefined;

  constructor(
    private readonly packed: string, // base64 of gzip of the module
    source: string,
  ) {
    this.address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  }

  /** Starts it, where it has not been. */
  start(): Promise<void> {
    return (this.ready ??= this.begin());
  }

  async ask(question: Question): Promise<Answer> {
    try {
      await this.start();
    } catch (error) {
      return refusal(`The engine cannot be started: ${String(error)}`, { dead: true });
    }
    const id = ++this.asked;
    return new Promise((done) => {
      this.take = done;
      this.worker!.postMessage({ id, question });
    });
  }

  /** Whatever it does, it is ended, and another one begins. */
  stop(words = 'Stopped.', more: Partial<Refusal> = { stopped: true }): void {
    this.worker?.terminate();
    this.ready = undefined;
    this.finish(refusal(words, more));
    void this.start();
  }

  private finish(answer: Answer): void {
    const { take } = this;
    this.take = undefined;
    take?.(answer);
  }

  private async begin(): Promise<void> {
    if (!this.module) {
      const stream = new Blob([from_base64(this.packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
      this.module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    }
    const worker = (this.worker = new Worker(this.address));
    await new Promise<void>((done, fail) => {
      worker.onerror = (event) => {
        fail(new Error(event.message));
        if (worker === this.worker) this.stop('The engine broke down with this model.', { dead: true });
      };
      worker.onmessage = ({ data }: MessageEvent<{ ready?: true; id?: number; answer?: Answer; progress?: Progress; dead?: string }>) => {
        if (worker !== this.worker) return;
        if (data.ready) done();
        else if (data.progress) this.onProgress(data.progress);
        else if (data.dead) this.stop(`The engine broke down with this model (${data.dead}).`, { dead: true });
        else if (data.id === this.asked && data.answer) this.finish(data.answer);
      };
      worker.postMessage({ module: this.module });
    });
  }
}
