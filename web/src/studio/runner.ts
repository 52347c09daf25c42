// SPDX-License-Identifier: Apache-2.0
// One run after the other: of the wishes that come while one is computed, only the last counts.

import type { Answer, Question } from './answers';
import type { Engine } from './engine';

const rest = 350; // milliseconds without a wish: then the run is done again with its error, which takes a second run
const quick = 1500; // milliseconds: a run that takes longer is not done twice by itself

export class Runner {
  private wish: Question | undefined;
  private now: Question | undefined;
  private waiting = 0;

  constructor(
    private readonly engine: Engine,
    private readonly on: { begin: (question: Question) => void; answer: (answer: Answer, question: Question, milliseconds: number) => void },
  ) {}

  /** Wants this, and nothing that was wanted before. */
  want(question: Question): void {
    clearTimeout(this.waiting);
    this.wish = question;
    if (!this.now) void this.work();
  }

  get idle(): boolean {
    return !this.now && !this.wish;
  }

  /** A run is computed, not just a text looked at. */
  get running(): boolean {
    return this.now?.run === true;
  }

  private async work(): Promise<void> {
    while (this.wish) {
      const question = (this.now = this.wish);
      this.wish = undefined;
      this.on.begin(question);
      const begun = performance.now();
      const answer = await this.engine.ask(question);
      const passed = performance.now() - begun;
      try {
        this.on.answer(answer, question, passed);
      } catch (error) {
        console.error(error); // what cannot be shown stops no other run
      }
      const { result } = answer;
      if (question.run && !question.error && !question.unseen && !question.hold && result?.ok && result.kind === 'motion' && passed < quick) {
        this.waiting = window.setTimeout(() => this.want({ ...question, error: true }), rest);
      }
    }
    this.now = undefined;
  }
}
