// SPDX-License-Identifier: Apache-2.0
// The arrows of forces: which are shown, how long a force is, and where it ends.

import { Poses, vector_at } from '../data/pose';
import type { SceneArrow, Vector } from '../data/scene';
import type { Show } from '../data/show';
import type { Moment, Track } from '../data/track';

export interface Arrow {
  foot: Vector;
  way: Vector;
  cut: boolean; // the force is larger than what is drawn
}

export function arrow_key(arrow: { name: string; kind: string }): string {
  return `${arrow.kind} ${arrow.name}`;
}

const moments = 60; // a run is looked at so often
const usual = 0.2; // the length of a large force, in sizes of the picture
const longest = 0.34; // where an arrow is cut

const part = (sorted: number[], share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
const ascending = (a: number, b: number): number => a - b;

export class Forces {
  readonly hidden = new Set<string>();
  stretch = 1; // the reader's wish
  private readonly lengthPerForce: number;
  private readonly longest: number;

  constructor(
    private readonly show: Show,
    unit: number,
  ) {
    this.lengthPerForce = (usual * unit) / (this.largeForce() || Infinity);
    this.longest = longest * unit;
    const { arrows } = show.scene;
    for (const arrow of arrows) if (arrow.shown === false || arrows.length > 40) this.hidden.add(arrow_key(arrow));
  }

  /** What the reader chose in another picture of the same things. */
  keep(other: Forces): void {
    this.hidden.clear();
    for (const key of other.hidden) this.hidden.add(key);
    this.stretch = other.stretch;
  }

  /** The length, in lengths of the model, of a force of 1. */
  get scale(): number {
    return this.lengthPerForce * this.stretch;
  }

  /** The length at which an arrow is cut. */
  private get most(): number {
    return this.longest * Math.max(1, this.stretch);
  }

  /** All arrows of the scene at a moment; undefined where one is hidden or has no length. */
  at(poses: Poses, track: Track, at: Moment): (Arrow | undefined)[] {
    const { most } = this;
    return this.show.scene.arrows.map((arrow) => {
      if (this.hidden.has(arrow_key(arrow))) return undefined;
      const force = vector_at(track, arrow.vector, at);
      const length = this.scale * Math.hypot(...force);
      if (!(length > 0)) return undefined;
      const cut = length > most;
      const factor = this.scale * (cut ? most / length : 1);
      return { foot: poses.place(arrow.at), way: force.map((x) => factor * x) as Vector, cut };
    });
  }

  /** Whether an arrow is ever cut, also one that is hidden: the reader may ask for it. */
  get cuts(): boolean {
    const { arrows } = this.show.scene;
    return this.looks(({ track, at }) => arrows.map(({ vector }) => this.scale * Math.hypot(...vector_at(track, vector, at)) > this.most)).includes(true);
  }

  /** Where arrows end during the run: the picture has room for them. */
  tips(): Vector[] {
    return this.looks(({ poses, track, at }) =>
      this.at(poses, track, at).flatMap((arrow) => (arrow ? [arrow.foot.map((x, k) => x + arrow.way[k]!) as Vector] : [])),
    );
  }

  /** Forces come in all sizes: the largest that is shown sets the scale, as it is for most of the run (an impact does not), but not if
   *  it is one of many and far above all others. */
  private largeForce(): number {
    const { arrows } = this.show.scene;
    const shown = arrows.some((arrow) => arrow.shown !== false) ? arrows.filter((arrow) => arrow.shown !== false) : arrows;
    const rows = this.looks(({ track, at }) => [shown.map((arrow) => Math.hypot(...vector_at(track, arrow.vector, at)))]);
    const of_arrow = (_: SceneArrow, i: number): number => part(rows.map((row) => row[i]!).sort(ascending), 0.9);
    const sizes = shown.map(of_arrow).filter((size) => size > 0).sort(ascending);
    return sizes.length < 4 ? part(sizes, 1) : Math.min(part(sizes, 1), 5 * part(sizes, 0.75));
  }

  private looks<T>(look: (now: { poses: Poses; track: Track; at: Moment }) => T[]): T[] {
    const { scene, tracks } = this.show;
    if (scene.arrows.length === 0) return [];
    return tracks.flatMap((track) =>
      Array.from({ length: moments + 1 }, (_, i) => {
        const at = track.moment(track.start + (i / moments) * (track.end - track.start));
        return look({ poses: new Poses(scene, track, at), track, at });
      }).flat(),
    );
  }
}
