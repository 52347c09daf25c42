// SPDX-License-Identifier: Apache-2.0
// The window of the picture: chooses the view, frames it, and draws one frame when something has changed.

import { sight_of } from '../data/bounds';
import { Poses } from '../data/pose';
import type { Vector } from '../data/scene';
import type { Show } from '../data/show';
import { element } from '../page/dom';
import { on_theme } from '../page/theme';
import { Camera } from './camera';
import { Labels } from './labels';
import { Look } from './look';
import { Plane } from './plane';
import { watch_pointer } from './pointer';
import { choose_axes, Portrait } from './portrait';
import { has_webgl } from './space/available';
import { Space } from './space/space';
import type { Frame, View } from './view';

export class Stage {
  private readonly cloud: Vector[];
  readonly look: Look;
  readonly camera: Camera;
  readonly view: View;
  readonly figure: HTMLElement;
  private readonly labels = new Labels();
  private readonly names: string[];
  private asked = false;
  private framed = false;
  private followed: Vector | undefined;

  constructor(readonly show: Show) {
    const { scene } = show;
    const sight = show.abstract ? { cloud: [[0, 0, 0] as Vector], travels: false } : sight_of(show);
    this.cloud = sight.cloud;
    this.look = new Look(scene, show.columns, this.cloud);
    if (sight.travels) this.look.follow = 0;
    this.camera = new Camera(scene.up, scene.dimensions === 2);
    this.view = this.makeView();
    this.names = [...scene.points, ...scene.bodies].map(({ name }) => name);
    this.figure = element('div', { class: 'stage', tabindex: 0, role: 'img', 'aria-label': `Moving picture of ${scene.title}` });
    this.figure.dataset.view = this.view.name;
    this.view.canvas.className = 'view';
    this.figure.append(this.view.canvas, this.labels.canvas);
    if (this.view.name !== 'portrait') watch_pointer(this.figure, this.camera, () => this.request());
    new ResizeObserver(() => this.resize()).observe(this.figure);
    show.clock.watch(() => this.request());
    on_theme(() => {
      this.view.recolour();
      this.request();
    });
  }

  /** Draws at the next frame, once, however often asked. */
  request(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  reset(): void {
    this.camera.home();
    this.frame();
    this.request();
  }

  follow(i: number): void {
    this.look.follow = i;
    this.followed = undefined;
    this.request();
  }

  /** Shows all; what is followed was where the cloud is when the run began. */
  private frame(): void {
    this.camera.fit(this.cloud, this.shape());
    this.followed = this.placesAt(this.show.track.start)[this.look.follow];
  }

  private placesAt(t: number): Vector[] {
    if (this.show.abstract) return [];
    const { points, bodies } = new Poses(this.show.scene, this.show.track, this.show.track.moment(t));
    return [...points, ...bodies.map((body) => body.origin)];
  }

  private makeView(): View {
    if (this.show.abstract) return new Portrait(this.show, choose_axes(this.show));
    if (this.show.scene.dimensions === 3 && has_webgl()) {
      try {
        return new Space(this.show, this.look, this.camera);
      } catch (error) {
        console.info('drawn without depth:', error);
      }
    }
    return new Plane(this.show, this.look, this.camera);
  }

  private shape(): number {
    return this.figure.clientWidth / Math.max(1, this.figure.clientHeight);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.figure;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.view.resize(width, height, ratio);
    this.labels.resize(width, height, ratio);
    if (!this.framed) this.frame();
    this.framed = true;
    this.draw();
  }

  private draw(): void {
    if (!this.framed) return;
    const { show, view } = this;
    const { track } = show;
    const at = track.moment(show.clock.t);
    const frame: Frame = {
      poses: show.poses(),
      track,
      along: at.row + at.s - track.from,
      others: show.abstract ? [] : show.tracks.filter((other) => other !== track).map((other) => show.posesOf(other)),
    };
    this.chase(frame);
    view.draw(frame);
    const spots = view.drawn(frame);
    this.labels.set(this.look.names && !show.abstract ? this.names : [], spots);
    this.tell(spots);
  }

  /** Moves the camera by as much as the followed thing has moved. */
  private chase(frame: Frame): void {
    const all = [...frame.poses.points, ...frame.poses.bodies.map((body) => body.origin)];
    const now = all[this.look.follow];
    if (!now) return;
    const before = this.followed ?? this.camera.target;
    this.camera.target = this.camera.target.map((x, k) => x + now[k]! - before[k]!) as Vector;
    this.followed = now;
  }

  /** What is shown, for whoever reads the page by program. */
  private tell(spots: [number, number][]): void {
    const { clock } = this.show;
    this.figure.dataset.t = String(clock.t);
    if (!clock.playing) this.figure.dataset.drawn = JSON.stringify(spots.slice(0, 50).map((spot) => spot.map((x) => Math.round(10 * x) / 10)));
  }
}
