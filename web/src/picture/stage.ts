// SPDX-License-Identifier: Apache-2.0
// The window of the picture: chooses the view, frames it, and draws one frame when something has changed.

import { sight_of } from '../data/bounds';
import { next_frame } from '../data/frame';
import { at_end, observe } from '../data/life';
import { Poses } from '../data/pose';
import type { Vector } from '../data/scene';
import type { Show } from '../data/show';
import { element } from '../page/dom';
import { colour, on_theme } from '../page/theme';
import { sees_all } from '../plots/sight';
import { Camera } from './camera';
import { type Label, Labels } from './labels';
import { arrow_colour, Look } from './look';
import { SvgSheet } from './export/svg_sheet';
import { middle_of, radius_of, seen, type Stroke, strokes_of } from './obstacles';
import type { Flat } from './outline';
import { copy_on_paper } from './paper';
import { names_of, type Shown } from './shown';
import { Plane } from './plane';
import { watch_pointer } from './pointer';
import { choose_axes, Portrait } from './portrait';
import { graph_axes, shape_of } from './shape';
import { ScaleBar } from './scale_bar';
import { has_webgl } from './space/available';
import { Space } from './space/space';
import type { Frame, View } from './view';

const most_forces = 10; // with names: more would cover what they act on

export class Stage {
  private readonly cloud: Vector[];
  readonly look: Look;
  readonly camera: Camera;
  readonly view: View;
  readonly figure: HTMLElement;
  private readonly labels = new Labels();
  private readonly scaleBar: ScaleBar;
  private readonly names: string[];
  private readonly middles: Vector[]; // of the bodies, where their names belong
  private readonly radii: number[]; // and how round they are there
  private seen = true;
  private framed = false;
  private followed: Vector | undefined;
  private height = 1; // of the window, in CSS pixels
  private instead: Shown | undefined;
  readonly afterDrawing = new Set<() => void>();

  constructor(readonly show: Show) {
    const { scene } = show;
    const sight = show.abstract ? { cloud: [[0, 0, 0] as Vector], travels: false } : sight_of(show);
    this.cloud = sight.cloud;
    this.look = new Look(show, this.cloud);
    if (sight.travels) this.look.follow = 0;
    else this.cloud.push(...this.look.forces.tips());
    this.scaleBar = new ScaleBar(show);
    this.camera = new Camera(scene.up, scene.dimensions === 2);
    this.view = this.makeView();
    this.names = names_of(scene);
    this.middles = scene.bodies.map(middle_of);
    this.radii = scene.bodies.map(radius_of);
    this.figure = element('div', { class: 'stage', tabindex: 0, role: 'img', 'aria-label': `Animation of ${scene.title}` });
    this.figure.dataset.view = this.view.name;
    this.figure.dataset.shape = this.view.name === 'portrait' ? 'usual' : shape_of(this.camera, this.cloud);
    this.view.canvas.className = 'view';
    this.figure.append(this.view.canvas, this.labels.canvas, this.scaleBar.element);
    if (this.view.name !== 'portrait') watch_pointer(this.figure, this.camera, () => this.request());
    observe(new ResizeObserver(() => this.resize()), this.figure);
    // Out of sight it rests, and is drawn when it comes back.
    const shows = new IntersectionObserver((entries) => {
      this.seen = entries[entries.length - 1]!.isIntersecting;
      this.request();
    });
    observe(shows, this.figure);
    at_end(() => {
      this.seen = false;
      this.view.end?.();
    });
    show.clock.watch(() => this.request());
    copy_on_paper(this);
    on_theme(() => {
      this.view.recolour();
      this.request();
    });
  }

  /** Draws at the next frame, once, however often asked. */
  request(): void {
    next_frame(this.draw);
  }

  /** Goes on as another picture of the same things was seen: from where, how large, and what of it. */
  keep(other: Stage): void {
    const { target, half, yaw, pitch, flat } = other.camera;
    if (flat !== this.camera.flat || this.view.name !== other.view.name) return;
    Object.assign(this.camera, { target, half, yaw, pitch });
    this.look.keep(other.look);
    this.followed = other.followed;
    this.framed = other.framed;
  }

  reset(): void {
    this.camera.home();
    this.frame();
    this.request();
  }

  /** Looks along an axis of the view: from above, from the front, from the side; or as at first. */
  turnTo(side: 'top' | 'front' | 'side' | 'home'): void {
    const { camera } = this;
    if (side === 'home') camera.home();
    else [camera.yaw, camera.pitch] = side === 'top' ? [0, 1.5] : side === 'front' ? [0, 0] : [0.5 * Math.PI, 0];
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
    const graph = graph_axes(this.show, this.cloud);
    if (graph) return new Portrait(this.show, graph);
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

  /** ratio: pixels for one of CSS. */
  resize(ratio = Math.min(2, devicePixelRatio || 1)): void {
    const { clientWidth: width, clientHeight: height } = this.figure;
    if (width === 0 || height === 0) return;
    this.height = height;
    this.view.resize(width, height, ratio);
    this.labels.resize(width, height, ratio);
    if (!this.framed) this.frame();
    this.framed = true;
    this.draw();
  }

  /** The same things as another run moves them, until the picture is made anew. */
  showInstead(shown: Shown): void {
    this.instead = shown;
    this.request();
  }

  shown(): Shown {
    return this.instead ?? { scene: this.show.scene, track: this.show.track };
  }

  /** Where all stands now. */
  poses(): Poses {
    const { scene, track } = this.shown();
    return new Poses(scene, track, track.moment(this.show.clock.t));
  }

  get forceUnit(): string {
    return this.scaleBar.unit;
  }

  private frameNow(): Frame {
    const { show } = this;
    const { track } = show;
    const at = track.moment(show.clock.t);
    if (this.instead) {
      const nothing = show.scene.arrows.map(() => undefined);
      return { poses: this.poses(), track, at, along: at.row + at.s - track.from, arrows: nothing, others: [] };
    }
    const poses = new Poses(show.scene, track, at);
    return {
      poses,
      track,
      at,
      along: at.row + at.s - track.from,
      arrows: this.look.forces.at(poses, track, at),
      others: show.abstract ? [] : show.tracks.filter((other) => other !== track).map((other) => show.posesOf(other)),
    };
  }

  private readonly draw = (): void => {
    if (!this.framed || !(this.seen || sees_all())) return;
    this.drawNow();
    for (const watcher of this.afterDrawing) watcher();
  };

  private strokesOf(frame: Frame): Stroke[] {
    return strokes_of(this.show, this.view, frame, this.camera.axes().right);
  }

  /** The picture with its names, as pixels. */
  snapshot(): HTMLCanvasElement {
    const { canvas } = this.view;
    const sheet = element('canvas', { width: canvas.width, height: canvas.height });
    this.drawNow();
    this.paintOn(sheet.getContext('2d')!);
    return sheet;
  }

  /** In the task that drew it: later the browser may have taken the pixels of WebGL away. */
  paintOn(pen: CanvasRenderingContext2D): void {
    for (const canvas of [this.view.canvas, this.labels.canvas]) pen.drawImage(canvas, 0, 0, pen.canvas.width, pen.canvas.height);
  }

  /** The planar picture as a drawing of lines. */
  drawSvg(): string {
    const { clientWidth: width, clientHeight: height } = this.figure;
    const sheet = new SvgSheet(width, height);
    const pen = sheet as unknown as CanvasRenderingContext2D; // the part of one that the picture uses
    const plane = new Plane(this.show, this.look, this.camera, pen);
    plane.setSize(width, height);
    const frame = this.frameNow();
    plane.draw(frame);
    if (this.look.names) this.labels.put(pen, this.labelsOf(frame, plane.drawn(frame)), this.strokesOf(frame));
    return sheet.finish();
  }

  private drawNow(): void {
    const { view } = this;
    const frame = this.frameNow();
    this.chase(frame);
    view.draw(frame);
    const spots = view.drawn(frame);
    const named = this.look.names && view.name !== 'portrait';
    this.labels.set(named ? this.labelsOf(frame, spots) : [], named ? this.strokesOf(frame) : [], view.name === 'space' ? this.camera.axes() : undefined);
    const shown = view.name !== 'portrait' && frame.arrows.some((arrow) => arrow !== undefined);
    this.scaleBar.set(shown ? (this.look.forces.scale * this.height) / (2 * this.camera.half) : 0);
    this.tell(spots);
  }

  /** Names of points and bodies first; then of forces, at the longest arrow of each name. */
  private labelsOf(frame: Frame, spots: Flat[]): Label[] {
    const ink = colour('ink');
    const { points } = this.show.scene;
    const { right } = this.camera.axes();
    const labels: Label[] = this.names.map((text, i) => {
      const body = i - points.length;
      const place = body < 0 ? frame.poses.points[i]! : frame.poses.place({ body, at: this.middles[body]! });
      const radius = body < 0 ? (points[i]!.radius ?? this.show.ball) : this.radii[body]!;
      return { text, spot: body < 0 ? spots[i]! : this.view.spot(place), ink, clear: radius > 0 ? seen(this.view, right, place, radius) : 0 };
    });
    const longest = new Map<string, number>();
    const length = (i: number): number => Math.hypot(...frame.arrows[i]!.way);
    frame.arrows.forEach((arrow, i) => {
      const { name } = this.show.scene.arrows[i]!;
      const known = longest.get(name);
      if (this.names.includes(name)) return; // the force of a joint has the name of its body, which is written already
      if (arrow && (known === undefined || length(i) > length(known))) longest.set(name, i);
    });
    if (longest.size > most_forces) return labels;
    for (const [text, i] of longest) {
      const { foot, way } = frame.arrows[i]!;
      if (Math.hypot(...way) < 0.03 * this.look.unit) continue; // no arrow to be seen
      const tip = this.view.spot(foot.map((x, k) => x + way[k]!) as Vector);
      labels.push({ text, spot: tip, ink: colour(arrow_colour[this.show.scene.arrows[i]!.kind]) });
    }
    return labels;
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
