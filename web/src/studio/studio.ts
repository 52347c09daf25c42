// SPDX-License-Identifier: Apache-2.0
// The live part of a page: sliders, choices of the run, the model's text, and what the engine says to it.

import { Columns } from '../data/columns';
import { read_scene, type Scene } from '../data/scene';
import { button, by_id, element, save } from '../page/dom';
import { short } from '../page/number';
import type { Answer, Progress, Question } from './answers';
import { complaint_list, diagnosis } from './complaints';
import { type Editor, make_editor, type Mark } from './edit';
import { Engine } from './engine';
import { Runner } from './runner';
import { Sliders } from './sliders';
import { replace_words } from './words';

/** What was asked for besides what the model says, as the program wrote it. */
interface Asked {
  kind?: 'motion' | 'extremals';
  settings?: Record<string, number>;
  duration?: number;
  tolerance?: number;
  method?: string;
  elsewhere?: boolean; // another start than the model's
}

const slow = 700; // milliseconds of silence: then the reader is told, and can stop it
const typing = 120; // milliseconds after the last key, before a run

export class Studio {
  private readonly engine: Engine;
  private readonly runner: Runner;
  private readonly asked: Asked;
  private readonly sliders: Sliders;
  private readonly original: string;
  private editor: Editor | undefined;
  private readonly status = element('p', { class: 'status', role: 'status' });
  private readonly stop = button('Stop', 'Stop this run', () => this.engine.stop());
  private readonly findings = element('div', { class: 'diagnosis' });
  private readonly duration = field('duration', 'as the model says');
  private readonly tolerance = field('tolerance', 'as the model says');
  private text: string;
  private later = 0;
  private silent = 0;

  /** `renew` shows a run in the place of the last one. */
  constructor(private readonly renew: (scene: Scene, columns: Columns) => void) {
    this.asked = JSON.parse(document.getElementById('zwang-asked')?.textContent || '{}') as Asked;
    this.original = this.text = document.querySelector('#model pre')?.textContent ?? '';
    this.engine = new Engine(by_id('zwang-engine').textContent!.trim(), by_id('zwang-worker').textContent!);
    this.engine.onProgress = (progress) => this.tellProgress(progress);
    this.runner = new Runner(this.engine, { begin: () => this.begin(), answer: (...all) => this.take(...all) });
    this.sliders = new Sliders(new Map(Object.entries(this.asked.settings ?? {})), () => this.run());
    this.build();
  }

  /** Looks at the model, so that there are sliders; `run`: and runs it. */
  open(run: boolean): void {
    this.runner.want(this.question(run));
  }

  private build(): void {
    for (const [one, key] of [[this.duration, 'duration'], [this.tolerance, 'tolerance']] as const) {
      one.input.value = this.asked[key] === undefined ? '' : String(this.asked[key]);
      one.input.addEventListener('change', () => this.run());
    }
    this.stop.hidden = true;
    const text = element('details', { class: 'text' }, element('summary', {}, 'Edit the model'));
    text.addEventListener('toggle', () => this.openEditor(text), { once: true });
    by_id('studio').append(
      element('h2', { id: 'studio-title' }, 'Try it'),
      this.sliders.element,
      element('div', { class: 'choices' }, this.duration.row, this.tolerance.row, this.stop),
      this.status,
      this.findings,
      text,
    );
    by_id('studio').hidden = false;
    // Browsers compile what runs often better, but late: a run that nobody sees makes the first move of a slider quick.
    by_id('studio').addEventListener('pointerenter', () => this.runner.idle && this.runner.want({ ...this.question(true), unseen: true }), { once: true });
    if (this.original === '') text.open = true;
  }

  private openEditor(place: HTMLElement): void {
    const host = element('div', { class: 'editor' });
    this.editor = make_editor(host, this.text, () => this.edited());
    const revert = button('Revert', 'The text as it was when the page was opened', () => {
      if (this.editor) this.editor.text = this.original;
    });
    const keep = button('Save model', 'Save the text as a model file', () => save('model.toml', [this.text], 'text/plain'));
    place.append(element('div', { class: 'tools' }, revert, keep), host);
    this.open(false);
  }

  private question(run: boolean): Question {
    const { kind, method } = this.asked;
    const number = ({ input }: Field): number | undefined => (Number(input.value) > 0 ? Number(input.value) : undefined);
    return {
      text: this.text,
      settings: Object.fromEntries(this.sliders.settings),
      ...(kind && this.text === this.original ? { kind } : {}),
      ...(method ? { method } : {}),
      ...{ duration: number(this.duration), tolerance: number(this.tolerance) },
      words: true,
      run,
    };
  }

  private run(): void {
    this.runner.want(this.question(true));
  }

  /** The diagnosis at every key; a run once the reader rests. */
  private edited(): void {
    this.text = this.editor!.text;
    this.runner.want(this.question(false));
    if (this.runner.running) this.engine.stop(); // of an older text: it is in the way
    clearTimeout(this.later);
    this.later = window.setTimeout(() => this.run(), typing);
  }

  private begin(): void {
    clearTimeout(this.silent);
    this.silent = window.setTimeout(() => {
      this.stop.hidden = false;
      by_id('moving').dataset.stale = 'yes';
      this.tell('running …');
    }, slow);
  }

  private tellProgress({ t, from, until }: Progress): void {
    if (!this.stop.hidden) this.tell(`running … ${Math.round((100 * (t - from)) / (until - from))} % (t = ${short(t, 4)})`);
  }

  private tell(words: string): void {
    this.status.textContent = words;
  }

  private take({ loaded, checked, result, numbers }: Answer, question: Question, milliseconds: number): void {
    clearTimeout(this.silent);
    this.stop.hidden = true;
    delete by_id('moving').dataset.stale;
    const go = (line: number, column: number): void => this.editor?.go(line, column);
    if (!loaded.ok && loaded.stopped) return this.tell('Stopped; the picture shows the last run.');
    if (!loaded.ok) {
      this.findings.replaceChildren(complaint_list(loaded, go));
      this.editor?.mark(loaded.complaints.map(({ line, column, end, what, hint }) => ({ line, column, end, words: hint ? `${what} (${hint})` : what, severity: 'error' })));
      return this.tell('The picture shows the last run.');
    }
    this.sliders.show(loaded.parameters);
    this.hint(loaded.duration, loaded.tolerance);
    if (checked) this.findings.replaceChildren(checked.ok ? diagnosis(checked, go) : complaint_list(checked, go));
    if (checked?.ok) this.editor?.mark(checked.findings.flatMap((one) => one.lines.map((line): Mark => ({ line, column: 1, end: 1e6, words: one.text, severity: one.severity === 'note' ? 'info' : one.severity }))));
    if (!result || question.unseen) return;
    if (!result.ok) {
      this.findings.append(complaint_list(result, go));
      this.tell('The picture shows the last run.');
      return;
    }
    const scene = read_scene(JSON.stringify(result.scene));
    if (result.words !== undefined) replace_words(result.words);
    if (scene.samples > 0) this.renew(scene, new Columns(scene.columns, new Uint8Array(numbers!)));
    this.tell(`${result.message} (${short(milliseconds, 3)} ms${question.error ? ', with its error' : ''})`);
    document.dispatchEvent(new CustomEvent('zwang-run', { detail: { milliseconds, ending: result.ending, error: question.error === true } }));
  }

  private hint(duration: number | undefined, tolerance: number | undefined): void {
    this.duration.row.hidden = this.tolerance.row.hidden = duration === undefined;
    if (duration !== undefined) this.duration.input.placeholder = String(duration);
    if (tolerance !== undefined) this.tolerance.input.placeholder = String(tolerance);
  }
}

interface Field {
  row: HTMLElement;
  input: HTMLInputElement;
}

function field(label: string, title: string): Field {
  const input = element('input', { type: 'number', step: 'any', min: 0, title, id: `studio-${label}` });
  return { row: element('label', { class: 'choice' }, element('span', {}, label), input), input };
}
