// SPDX-License-Identifier: Apache-2.0
// Brings the page to life: reads the scene, unpacks the data, makes picture and plots; and where the page has the engine inside, sliders
// and an editor. Where that fails the words stay as they are, and a line says why.

import { Columns, unpack } from './data/columns';
import { read_scene, type Scene } from './data/scene';
import { make_about } from './page/about';
import { make_contents } from './page/contents';
import { by_id, element } from './page/dom';
import { Exhibit } from './page/exhibit';
import { fold_words, watch_links } from './page/fold';
import { watch_keys } from './page/keys';
import { watch_address } from './page/moment';
import { watch_printing } from './page/print';
import { start_theme } from './page/theme';
import { Served } from './studio/served';
import { Studio } from './studio/studio';
import { show_sweep } from './sweep/page';

document.currentScript?.remove(); // it was unpacked (open.ts): a page that is saved holds it once

let exhibit: Exhibit | undefined;
let many = false; // the page is of many runs, and has nothing that moves
const served = document.getElementById('zwang-engine') ? new Served() : undefined; // before anything is changed

/** The first run that is there: the page's own, or one that its engine has made. */
function exhibit_first(made: Exhibit): void {
  exhibit = made;
  const { clock } = made.show;
  watch_keys(made.show, () => made.stage);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!watch_address(clock) && !still && clock.end > clock.start) clock.setPlaying(true);
}

/** The numbers of a run that stand in an element of the page, which is emptied: a text is three times as large as what it held. */
async function columns_in(id: string, scene: Scene): Promise<Columns> {
  const data = by_id(id);
  const bytes = await unpack(data.textContent ?? '', scene.data.bytes);
  data.textContent = '';
  return new Columns(scene.columns, bytes);
}

/** A page that compares holds a second run (zwang compare). */
async function show_other(): Promise<void> {
  const text = document.getElementById('zwang-other-scene')?.textContent;
  if (!text || !exhibit) return;
  const scene = read_scene(text);
  if (scene.samples > 0) exhibit.show.beside(scene, await columns_in('zwang-other-data', scene));
}

async function start(): Promise<void> {
  const text = by_id('zwang-scene').textContent || '{}';
  many = show_sweep(text);
  if (many) return watch_printing();
  const scene = read_scene(text);
  if (scene.format !== 1) throw new Error(`the page holds data of format ${scene.format}`);
  watch_printing();
  if (scene.samples === 0 || scene.columns.length === 0) return;
  exhibit_first(new Exhibit(scene, await columns_in('zwang-data', scene)));
  await show_other();
  fold_words();
  watch_links();
}

/** The engine begins when the reader first comes near: a page that is only read costs no more than before. */
function start_studio(): void {
  if (many) return;
  if (!served) {
    by_id('words').append(element('p', { class: 'note recording' }, 'This page is a recording. A program built by make studio writes pages with sliders and an editor (zwang run without --no-live).'));
    return;
  }
  const studio = new Studio((scene, columns) => {
    if (exhibit) exhibit.renew(scene, columns);
    else {
      exhibit_first(new Exhibit(scene, columns));
      make_contents(by_id('contents'));
    }
    studio.attach(exhibit!.show, exhibit!.stage);
  }, served);
  if (exhibit) studio.attach(exhibit.show, exhibit.stage);
  if (exhibit) requestIdleCallback(() => studio.open(false), { timeout: 1000 });
  else studio.open(true);
}

start_theme();
make_about(by_id('top'));
start()
  .catch((error: unknown) => {
    console.error(error);
    by_id('words').prepend(element('p', { class: 'note', role: 'alert' }, `The animation cannot be shown: ${String(error)}`));
  })
  .finally(() => {
    start_studio();
    make_contents(by_id('contents'));
    // The picture learns its size in the first frame, and is there in the second.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset.ready = 'yes';
      }),
    );
  });
