// SPDX-License-Identifier: Apache-2.0
// Brings the page to life: reads the scene, unpacks the data, makes picture and plots.
// Where that fails the words stay as they are, and a line says why.

import { Columns, unpack } from './data/columns';
import { read_scene } from './data/scene';
import { furnish } from './data/looks/furnish';
import { Show } from './data/show';
import { make_about } from './page/about';
import { make_contents } from './page/contents';
import { element } from './page/dom';
import { fold_words } from './page/fold';
import { watch_keys } from './page/keys';
import { watch_address } from './page/moment';
import { watch_printing } from './page/print';
import { start_theme } from './page/theme';
import { make_picture } from './picture/picture';
import { make_transport } from './picture/transport';
import { make_plots } from './plots/plots';
import { make_results } from './results/results';

function by_id(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

async function start(): Promise<void> {
  const scene = read_scene(by_id('zwang-scene').textContent ?? '{}');
  if (scene.format !== 1) throw new Error(`the page holds data of format ${scene.format}`);
  if (scene.samples === 0 || scene.columns.length === 0) return;
  const data = by_id('zwang-data');
  const bytes = await unpack(data.textContent ?? '', scene.data.bytes);
  data.textContent = ''; // the text is three times as large as what it held
  const show = new Show(scene, new Columns(scene.columns, bytes));
  furnish(show);
  const moving = by_id('moving');
  moving.hidden = false;
  const stage = make_picture(by_id('picture'), show);
  make_plots(by_id('plots'), show);
  by_id('picture').after(make_transport(show));
  make_results(by_id('results'), show);
  fold_words();
  watch_keys(show, stage);
  watch_printing();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!watch_address(show.clock) && !still && show.track.end > show.track.start) show.clock.setPlaying(true);
}

start_theme();
make_about(by_id('top'));
start()
  .catch((error: unknown) => {
    console.error(error);
    by_id('words').prepend(element('p', { class: 'note', role: 'alert' }, `The animation cannot be shown: ${String(error)}`));
  })
  .finally(() => {
    make_contents(by_id('contents'));
    // The picture learns its size in the first frame, and is there in the second.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset.ready = 'yes';
      }),
    );
  });
