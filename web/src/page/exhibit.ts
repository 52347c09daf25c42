// SPDX-License-Identifier: Apache-2.0
// All that shows a run: picture, transport, plots and results. In a live page another run takes its place.

import type { Columns } from '../data/columns';
import { Life } from '../data/life';
import { furnish } from '../data/looks/furnish';
import type { Scene } from '../data/scene';
import { Show } from '../data/show';
import { make_picture } from '../picture/picture';
import type { Stage } from '../picture/stage';
import { make_transport } from '../picture/transport';
import { make_plots } from '../plots/plots';
import { make_results } from '../results/results';
import { by_id } from './dom';

/** Two runs whose plots are of the same columns. */
const heads_of = ({ columns, kind, dimensions }: Scene): string => [kind, dimensions, ...columns.map(({ name, group, count }) => `${name}\t${group}\t${count > 0}`)].join('\n');
/** Two runs whose pictures are of the same things. */
const things_of = ({ points, bodies, arrows, traces }: Scene): string =>
  [points.length, bodies.length, traces.length, ...[...points, ...bodies, ...arrows].map(({ name }) => name)].join('\n');

export class Exhibit {
  readonly show: Show;
  stage: Stage;
  private transport: HTMLElement;
  private readonly pictured = new Life();
  private readonly plotted = new Life();
  private readonly resulted = new Life();

  constructor(scene: Scene, columns: Columns) {
    this.show = new Show(scene, columns);
    furnish(this.show);
    by_id('moving').hidden = false;
    this.stage = this.pictured.with(() => make_picture(by_id('picture'), this.show));
    this.plotted.with(() => make_plots(by_id('plots'), this.show));
    this.transport = this.pictured.with(() => make_transport(this.show));
    by_id('picture').after(this.transport);
    this.resulted.with(() => make_results(by_id('results'), this.show));
  }

  /** Where the same things move, they are seen as before; where columns are the same, their plots stay. */
  renew(scene: Scene, columns: Columns): void {
    const { show, stage } = this;
    const [plots, things] = [heads_of(show.scene), things_of(show.scene)];
    const same = heads_of(scene) === plots;
    const alike = things_of(scene) === things;
    this.resulted.end();
    if (!same) this.plotted.end();
    show.replace(scene, columns);
    document.title = scene.title;
    document.querySelector('h1')!.textContent = scene.title;
    furnish(show);
    this.pictured.end();
    this.stage = this.pictured.with(() => make_picture(by_id('picture'), show, alike ? stage : undefined));
    const transport = this.pictured.with(() => make_transport(show));
    this.transport.replaceWith(transport);
    this.transport = transport;
    if (!same) this.plotted.with(() => make_plots(by_id('plots'), show));
    show.choose(show.chosen);
    this.resulted.with(() => make_results(by_id('results'), show));
  }
}
