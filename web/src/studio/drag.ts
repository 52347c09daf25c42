// SPDX-License-Identifier: Apache-2.0
// Taking hold of the mechanism. Paused, it follows the pointer to the nearest pose on the constraints, and starts from there;
// running, a spring pulls it to the pointer, and its force is told.

import { Columns } from '../data/columns';
import { Poses } from '../data/pose';
import type { Scene, SceneBody, Vector } from '../data/scene';
import type { Show } from '../data/show';
import { Track } from '../data/track';
import { short } from '../page/number';
import { middle_of } from '../picture/obstacles';
import { place_under, type Shown } from '../picture/shown';
import type { Stage } from '../picture/stage';
import type { Hold, Spring, Start } from './answers';
import { Leash } from './leash';

const near = 24; // pixels from which a place can be taken hold of
const stiff = 12; // of the spring: radians a second of the clock on the wall
const ahead = 1.5; // seconds of it that are computed of a motion that is pulled

/** What can be taken hold of, and where in its frame. */
interface Handle {
  on: string;
  at: Vector;
  place: Vector; // in the world, as it is drawn
}

export interface Wishes {
  pose: (start: Start, hold: Hold) => void;
  pull: (start: Start, hold: Hold, duration: number) => void;
  /** From there on without a hand. */
  release: (start: Start, posed: boolean) => void;
}

/** The places of a body that a reader would reach for: its joints, its points, the ends of what it looks like, its middle. */
function places_of(body: SceneBody): Vector[] {
  const ends = body.shapes.flatMap((shape): Vector[] => (shape.kind === 'rod' ? [shape.from, shape.to] : shape.kind === 'plate' || shape.kind === 'mesh' ? shape.corners : shape.at ? [shape.at] : []));
  return [[0, 0, 0], middle_of(body), ...(body.points ?? []), ...ends];
}

function handles_of({ scene }: Show, poses: Poses): Handle[] {
  const particles = scene.points.flatMap(({ name, kind }, i): Handle[] => (kind === 'particle' ? [{ on: name, at: [0, 0, 0], place: poses.points[i]! }] : []));
  const bodies = scene.bodies.flatMap((body, i) => places_of(body).map((at): Handle => ({ on: body.name, at, place: poses.place({ body: i, at }) })));
  return [...particles, ...bodies];
}

/** The drawn state by the names of its coordinates and rates. */
export function state_of({ columns }: Show, track: Track, t: number, rates: boolean): Record<string, number> {
  const at = track.moment(t);
  const some = [...columns.inGroup('coordinate'), ...(rates ? columns.inGroup('rate') : [])];
  return Object.fromEntries(some.map((i) => [columns.heads[i]!.name, track.value(track.columns.find(columns.heads[i]!.name) ?? i, at)]));
}

/** A run of the engine as the picture can show it in place of its own. */
export function shown_of(scene: Scene, columns: Columns): Shown {
  return { scene, track: new Track(columns, '', 0, scene.samples, columns.inGroup('time')[0] ?? 0) };
}

export class Drag {
  private held: Handle | undefined;
  private pointer = -1;
  private to: Vector = [0, 0, 0];
  private start: Start = { t: 0, values: {} };
  private posed = false; // paused: the pose is changed; else the motion
  private spring: Spring | undefined;
  private asked = 0; // when the motion was asked for last, in time of the model
  private readonly leash = new Leash();

  constructor(
    private readonly show: Show,
    private readonly stage: Stage,
    private readonly wishes: Wishes,
  ) {
    const { figure } = stage;
    figure.append(this.leash.element);
    figure.addEventListener('pointermove', (event) => this.move(event), { capture: true });
    figure.addEventListener('pointerdown', (event) => this.grab(event), { capture: true });
    for (const end of ['pointerup', 'pointercancel'] as const) figure.addEventListener(end, (event) => this.letGo(event), { capture: true });
    stage.afterDrawing.add(() => this.held && this.draw());
  }

  /** The pose that was asked for. */
  takePose(shown: Shown, values: Record<string, number>): void {
    if (!this.held || !this.posed) return;
    this.start = { ...this.start, values };
    this.stage.showInstead(shown);
  }

  /** The motion that was asked for. */
  takeMotion(shown: Shown, spring: Spring | undefined): void {
    if (!this.held || this.posed) return;
    this.spring = spring;
    this.stage.showInstead(shown);
  }

  private place(event: PointerEvent): [number, number] {
    const { left, top } = this.stage.figure.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private nearest([x, y]: [number, number]): Handle | undefined {
    let [found, best]: [Handle | undefined, number] = [undefined, near];
    for (const handle of handles_of(this.show, this.stage.poses())) {
      const [u, v] = this.stage.view.spot(handle.place);
      const away = Math.hypot(u - x, v - y);
      if (away < best) [found, best] = [handle, away];
    }
    return found;
  }

  private grab(event: PointerEvent): void {
    if (event.button !== 0 || event.shiftKey || this.held || (event.target as HTMLElement).closest('button, input, select')) return;
    const found = this.nearest(this.place(event));
    if (!found) return;
    event.stopPropagation();
    this.held = found;
    this.pointer = event.pointerId;
    this.to = found.place;
    this.stage.figure.setPointerCapture(event.pointerId);
    this.stage.figure.focus({ preventScroll: true });
    const { clock, track } = this.show;
    this.posed = !clock.playing;
    this.spring = undefined;
    // A pose is a start: it is at the time where the run begins.
    this.start = { t: this.posed ? track.start : clock.t, values: state_of(this.show, track, clock.t, !this.posed) };
    this.draw();
  }

  private move(event: PointerEvent): void {
    if (!this.held) {
      if (event.buttons === 0) this.stage.figure.classList.toggle('holds', this.nearest(this.place(event)) !== undefined);
      return;
    }
    if (event.pointerId !== this.pointer) return;
    event.stopPropagation();
    this.to = place_under(this.stage, this.place(event), this.handle());
    this.ask();
  }

  /** Where the held place is drawn now. */
  private handle(): Vector {
    const { on, at } = this.held!;
    const { scene } = this.show;
    const poses = this.stage.poses();
    const body = scene.bodies.findIndex(({ name }) => name === on);
    return body >= 0 ? poses.place({ body, at }) : poses.points[scene.points.findIndex(({ name }) => name === on)]!;
  }

  private hold(): Hold {
    const { clock } = this.show;
    const { camera } = this.stage;
    return { on: this.held!.on, at: this.held!.at, to: this.to, sight: camera.flat ? [0, 0, 0] : camera.axes().toward, rate: stiff / (clock.pace * clock.speed) };
  }

  private ask(): void {
    if (this.posed) return this.wishes.pose(this.start, this.hold());
    const { clock } = this.show;
    this.asked = clock.t;
    this.start = this.now();
    this.wishes.pull(this.start, this.hold(), 2 * ahead * clock.pace * clock.speed);
  }

  /** The state that is drawn, with its rates. */
  private now(): Start {
    const { clock } = this.show;
    return { t: clock.t, values: state_of(this.show, this.stage.shown().track, clock.t, true) };
  }

  private draw(): void {
    const { clock } = this.show;
    const at = this.handle();
    this.leash.set(this.stage.view.spot(at), this.stage.view.spot(this.to), this.posed ? '' : this.words(at));
    if (this.posed) return;
    if (clock.t < this.asked) return this.finish(); // it began anew
    if (clock.t - this.asked > ahead * clock.pace * clock.speed) this.ask();
  }

  /** The force of spring and damper, now. */
  private words(at: Vector): string {
    if (!this.spring) return '';
    const { stiffness, damping } = this.spring;
    const { scene, track } = this.stage.shown();
    const moment = track.moment(this.show.clock.t);
    const h = 1e-4 * Math.max(moment.h, 1e-12);
    const later = new Poses(scene, track, track.moment(this.show.clock.t + h));
    const body = this.show.scene.bodies.findIndex(({ name }) => name === this.held!.on);
    const next = body >= 0 ? later.place({ body, at: this.held!.at }) : later.points[this.show.scene.points.findIndex(({ name }) => name === this.held!.on)]!;
    const force = at.map((x, k) => stiffness * (this.to[k]! - x) - (damping * (next[k]! - x)) / h);
    return `${short(Math.hypot(...force), 3)} ${this.stage.forceUnit}`.trim();
  }

  private letGo(event: PointerEvent): void {
    if (!this.held || event.pointerId !== this.pointer) return;
    event.stopPropagation();
    this.finish();
  }

  private finish(): void {
    const { posed } = this;
    const start = posed ? this.start : this.now();
    const moved = this.stage.shown().scene !== this.show.scene;
    this.held = undefined;
    this.leash.set(undefined);
    if (moved) this.wishes.release(start, posed);
  }
}
