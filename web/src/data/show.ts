// SPDX-License-Identifier: Apache-2.0
// All that picture, plots and controls share: the scene, its numbers, its tracks, the chosen one and the clock.

import type { Tint } from './looks/colours';
import { Clock, natural_pace } from './clock';
import { enlist } from './life';
import { Columns } from './columns';
import { Poses } from './pose';
import type { Scene } from './scene';
import { Track } from './track';

function tracks_of(scene: Scene, columns: Columns): Track[] {
  const time = columns.inGroup('time')[0] ?? 0;
  const whole = { name: '', from: 0, count: scene.samples };
  const spans = scene.extremals.length > 0 ? scene.extremals : [whole];
  return spans.map((span) => new Track(columns, span.name, span.from, span.count, time));
}

export class Show {
  tracks: Track[];
  readonly clock: Clock;
  chosen = 0;
  size: number; // of what moves, when the run begins
  before: { scene: Scene; columns: Columns; track: Track } | undefined; // a run that this one is compared with
  ball = 0; // radius of points that are balls; 0: of any size that reads well
  colours: { bodies: Tint[]; points: Tint[] } = { bodies: [], points: [] };
  private readonly choosers: (() => void)[] = [];

  constructor(
    public scene: Scene,
    public columns: Columns,
  ) {
    this.size = scene.length;
    this.tracks = tracks_of(scene, columns);
    const { start, end } = this.track;
    this.clock = new Clock(start, end, natural_pace(end - start));
  }

  /** Another run takes the place of this one, at the same share of its time. Who has drawn this one is told by choose(). */
  replace(scene: Scene, columns: Columns): void {
    this.scene = scene;
    this.columns = columns;
    this.size = scene.length;
    this.ball = 0;
    this.tracks = tracks_of(scene, columns);
    this.chosen = Math.min(this.chosen, this.tracks.length - 1);
    const { start, end } = this.track;
    this.clock.pace = natural_pace(end - start);
  }

  get track(): Track {
    return this.tracks[this.chosen]!;
  }

  /** What the independent variable is called: t, unless the model names another. */
  get timeName(): string {
    return this.columns.heads[this.columns.inGroup('time')[0] ?? 0]?.name ?? 't';
  }

  /** A motion has a past and a future; an extremal is there as a whole. */
  get plays(): boolean {
    return this.scene.kind === 'motion' && this.tracks.length === 1;
  }

  /** True if nothing has a place: then the coordinates themselves are the picture. */
  get abstract(): boolean {
    return this.scene.points.length === 0 && this.scene.bodies.length === 0;
  }

  /** Another track at the same share of its way. */
  posesOf(track: Track): Poses {
    const { start, end, t } = this.clock;
    const share = end > start ? (t - start) / (end - start) : 0;
    return new Poses(this.scene, track, track.moment(track.start + share * (track.end - track.start)));
  }

  /** This run is kept, to be seen behind those that come; or none is. */
  compare(on: boolean): void {
    const { scene, columns, track } = this;
    this.before = on ? { scene, columns, track } : undefined;
    this.choose(this.chosen);
  }

  /** Another run is seen behind this one. */
  beside(scene: Scene, columns: Columns): void {
    this.before = { scene, columns, track: tracks_of(scene, columns)[0]! };
    this.choose(this.chosen);
  }

  onChoose(watcher: () => void): void {
    enlist(this.choosers, watcher);
  }

  choose(i: number): void {
    this.chosen = Math.min(this.tracks.length - 1, Math.max(0, i));
    for (const watcher of this.choosers) watcher();
    this.clock.setSpan(this.track.start, this.track.end);
  }
}
