// SPDX-License-Identifier: Apache-2.0
// The live part of a page: sliders, choices of the run, the model's text, and what the engine says to it.

import { Columns } from '../data/columns';
import { read_scene, type Scene } from '../data/scene';
import { button, by_id, element, save } from '../page/dom';
import { short } from '../page/number';
import type { Show } from '../data/show';
import type { Stage } from '../picture/stage';
import type { Answer, Progress, Question, Result, Start } from './answers';
import { complaint_list, diagnosis } from './complaints';
import { Drag, shown_of } from './drag';
import { type Editor, make_editor, type Mark } from './edit';
import { Engine } from './engine';
import { field, type Field } from './field';
import { link_to, type Shared, shared_in } from './link';
import { Runner } from './runner';
import { Served } from './served';
import { Sliders } from './sliders';
import { replace_words } from './words';

/** What was asked for besides what the model says, as the program wrote it. */
interface Asked {
  kind?: 'motion' | 'extremals';
  settings?: Record<string, number>;
  duration?: number;
  tolerance?: number;
  method?: string;
  start?: Start; // where a page was saved that had been dragged
  elsewhere?: boolean; // another start than the model's
}

const slow = 700; // milliseconds of silence: then the reader is told, and can stop it
const typing = 120; // milliseconds after the last key, before a run
const methods = ['auto', 'dopri853', 'dopri5', 'radau5']; // those that need no step

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
  private readonly method = element('select', { id: 'studio-method', 'aria-label': 'method' }, element('option', { value: '' }, 'as the model says'), ...methods.map((name) => element('option', { value: name }, name)));
  private readonly again = button('Start as the model says', 'Forget the pose that was dragged', () => this.setStart(undefined));
  private readonly offer = element('p', { class: 'offer', role: 'status', hidden: true });
  private readonly compare = button('Compare', 'Keep this run behind those that come', () => this.setCompare(this.compare.getAttribute('aria-pressed') !== 'true'), { 'aria-pressed': 'false' });
  private shownRun: Show | undefined;
  private drag: Drag | undefined;
  private start: Start | undefined; // another than the model's
  private last: { result: Result; numbers: ArrayBuffer } | undefined;
  private text: string;
  private later = 0;
  private silent = 0;

  /** `renew` shows a run in the place of the last one. */
  constructor(
    private readonly renew: (scene: Scene, columns: Columns) => void,
    private readonly served: Served,
  ) {
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

  /** The picture whose things can be taken hold of. */
  attach(show: Show, stage: Stage): void {
    this.drag = undefined;
    this.shownRun = show;
    if (show.scene.kind !== 'motion' || stage.view.name === 'portrait') return;
    this.drag = new Drag(show, stage, {
      pose: (start, hold) => this.runner.want({ ...this.question(false), start, hold }),
      pull: (start, hold, duration) => this.runner.want({ ...this.question(true), words: false, start, hold, duration }),
      release: (start, posed) => {
        if (posed) show.clock.seek(show.clock.start);
        this.setStart(start);
      },
    });
  }

  private setCompare(on: boolean): void {
    this.compare.setAttribute('aria-pressed', String(on));
    this.shownRun?.compare(on);
  }

  private setStart(start: Start | undefined): void {
    this.start = start;
    this.again.hidden = !start;
    this.run();
  }

  private build(): void {
    for (const [one, key] of [[this.duration, 'duration'], [this.tolerance, 'tolerance']] as const) {
      one.input.value = this.asked[key] === undefined ? '' : String(this.asked[key]);
      one.input.addEventListener('change', () => this.run());
    }
    const { method } = this.asked;
    if (method !== undefined && !methods.includes(method)) this.method.append(element('option', { value: method }, method));
    this.method.value = method ?? '';
    this.method.addEventListener('change', () => this.run());
    this.stop.hidden = true;
    this.again.hidden = !(this.start = this.asked.start);
    if (this.asked.elsewhere) this.tell('The run shown began elsewhere; new runs start as the model says.');
    const text = element('details', { class: 'text' }, element('summary', {}, 'Edit the model'));
    text.addEventListener('toggle', () => void this.openEditor(text), { once: true });
    by_id('studio').append(
      element('h2', { id: 'studio-title' }, 'Try it'),
      this.offer,
      this.sliders.element,
      element('div', { class: 'choices' }, this.duration.row, this.tolerance.row, element('label', { class: 'choice' }, element('span', {}, 'method'), this.method), this.compare, this.again, this.stop),
      this.status,
      this.findings,
      text,
      element(
        'div',
        { class: 'tools keep' },
        button('Copy link', 'Copy a link to this page that holds the model with its changes', () => void this.copyLink()),
        button('Save model', 'Save the text as a model file', () => save('model.toml', [this.text], 'text/plain')),
        button('Save page', 'Save this page with the run that it shows', () => void this.savePage()),
        button('Save CSV', 'Save all columns as CSV', () => document.querySelector<HTMLButtonElement>('#plots [title="Save all columns as CSV"]')?.click()),
      ),
    );
    void this.offerShared();
    addEventListener('hashchange', () => void this.offerShared());
    by_id('studio').hidden = false;
    // Browsers compile what runs often better, but late: a run that nobody sees makes the first move of a slider quick.
    by_id('studio').addEventListener('pointerenter', () => this.runner.idle && this.runner.want({ ...this.question(true), unseen: true }), { once: true });
    if (this.original === '') text.open = true;
  }

  private async openEditor(place: HTMLElement): Promise<void> {
    const host = element('div', { class: 'editor' });
    this.editor = await make_editor(host, this.text, () => this.edited());
    if (this.editor.text !== this.text) this.editor.text = this.text; // it has changed since
    const revert = button('Revert', 'The text as it was when the page was opened', () => {
      if (this.editor) this.editor.text = this.original;
    });
    place.append(element('div', { class: 'tools' }, revert), host);
    this.open(false);
  }

  private shared(): Shared {
    const { settings, duration, tolerance, method, start } = this.question(false);
    return { text: this.text, ...(Object.keys(settings).length > 0 ? { settings } : {}), ...{ duration, tolerance, method, start } };
  }

  private async copyLink(): Promise<void> {
    const link = await link_to(this.shared());
    if (!link) return this.tell('The model is too long for a link: save it as a file.');
    history.replaceState(null, '', link);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    this.tell(copied ? 'The link is copied; it holds the model.' : 'The link is in the address bar; it holds the model.');
  }

  /** A link may come from anybody: the model in it is shown when the reader wants it. */
  private async offerShared(): Promise<void> {
    const shared = await shared_in(location.hash);
    this.offer.hidden = !shared || JSON.stringify(shared) === JSON.stringify(this.shared());
    if (!shared || this.offer.hidden) return;
    const open = button('Open it', 'Open the model from the link', () => {
      this.offer.hidden = true;
      this.openShared(shared);
    });
    this.offer.replaceChildren('The link to this page holds a model of its own. ', open);
  }

  private openShared({ text, settings, duration, tolerance, method, start }: Shared): void {
    this.text = text;
    this.sliders.reset(settings ?? {});
    this.duration.input.value = duration === undefined ? '' : String(duration);
    this.tolerance.input.value = tolerance === undefined ? '' : String(tolerance);
    this.method.value = method ?? '';
    this.start = start;
    this.again.hidden = !start;
    if (this.editor && this.editor.text !== text) this.editor.text = text;
    else this.run();
  }

  private async savePage(): Promise<void> {
    if (!this.last) {
      this.tell('This page is as it was saved; move a slider first.');
      return;
    }
    const { settings, duration, tolerance, method, start } = this.question(false);
    const { result, numbers } = this.last;
    const page = await this.served.with(result, numbers, { kind: result.kind, settings, duration, tolerance, method, start });
    save('model.html', [page], 'text/html');
  }

  private question(run: boolean): Question {
    const { kind } = this.asked;
    const method = this.method.value;
    const number = ({ input }: Field): number | undefined => (Number(input.value) > 0 ? Number(input.value) : undefined);
    return {
      text: this.text,
      settings: Object.fromEntries(this.sliders.settings),
      ...(kind && this.text === this.original ? { kind } : {}),
      ...(method ? { method } : {}),
      ...(this.start ? { start: this.start } : {}),
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

  private take({ loaded, checked, result, posed, numbers }: Answer, question: Question, milliseconds: number): void {
    clearTimeout(this.silent);
    this.stop.hidden = true;
    delete by_id('moving').dataset.stale;
    const go = (line: number, column: number): void => this.editor?.go(line, column);
    if (question.hold && loaded.ok) return this.takeHeld({ ...(result ? { result } : {}), ...(posed ? { posed } : {}), ...(numbers ? { numbers } : {}) });
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
    this.last = { result, numbers: numbers! };
    if (scene.samples > 0) this.renew(scene, new Columns(scene.columns, new Uint8Array(numbers!)));
    this.tell(`${result.message} (${short(milliseconds, 3)} ms${question.error ? ', with its error' : ''})`);
    document.dispatchEvent(new CustomEvent('zwang-run', { detail: { milliseconds, ending: result.ending, error: question.error === true } }));
  }

  /** What follows a hand is seen in the picture alone. */
  private takeHeld({ result, posed, numbers }: Omit<Answer, 'loaded' | 'checked'>): void {
    const refused = [result, posed].find((one) => one && !one.ok);
    if (refused && !refused.ok) return this.tell(refused.error || refused.complaints[0]?.what || '');
    const told = posed?.ok ? posed : result?.ok ? result : undefined;
    if (!told) return;
    const scene = read_scene(JSON.stringify(told.scene));
    const shown = shown_of(scene, new Columns(scene.columns, new Uint8Array(numbers!)));
    if (posed?.ok) {
      this.drag?.takePose(shown, posed.state);
      this.tell(posed.on ? '' : 'The constraints are not met here.');
    } else if (result?.ok) this.drag?.takeMotion(shown, result.spring);
    document.dispatchEvent(new CustomEvent('zwang-held', { detail: posed ?? { spring: result?.ok ? result.spring : undefined } }));
  }

  private hint(duration: number | undefined, tolerance: number | undefined): void {
    this.duration.row.hidden = this.tolerance.row.hidden = this.method.parentElement!.hidden = duration === undefined;
    if (duration !== undefined) this.duration.input.placeholder = String(duration);
    if (tolerance !== undefined) this.tolerance.input.placeholder = String(tolerance);
  }
}
