// SPDX-License-Identifier: Apache-2.0
// The buttons below the picture: where it is seen from, how it is taken along, and the whole screen.

import type { Show } from '../data/show';
import { button, element, save } from '../page/dom';
import { address_of } from '../page/moment';
import { file_name } from '../plots/card';
import { film_kind, record } from './export/film';
import { model_of } from './export/model_3d';
import type { Stage } from './stage';

function make_sides(stage: Stage): HTMLElement[] {
  if (stage.view.name !== 'space') return [];
  const side = (label: string, title: string, to: 'top' | 'front' | 'side' | 'home'): HTMLElement => button(label, title, () => stage.turnTo(to));
  return [side('3-D', 'As at first, in perspective (r)', 'home'), side('top', 'From above', 'top'), side('front', 'From the front', 'front'), side('side', 'From the side', 'side')];
}

function make_png(show: Show, stage: Stage): HTMLElement {
  return button('PNG', 'Save the picture as PNG', () =>
    stage.snapshot().toBlob((blob) => {
      if (blob) save(file_name(show, 'picture', 'png'), [blob], 'image/png');
    }),
  );
}

function make_svg(show: Show, stage: Stage): HTMLElement[] {
  if (stage.view.name !== 'plane') return [];
  return [button('SVG', 'Save the picture as SVG', () => save(file_name(show, 'picture', 'svg'), [stage.drawSvg()], 'image/svg+xml'))];
}

function make_gltf(show: Show, stage: Stage): HTMLElement[] {
  if (stage.view.name !== 'space') return [];
  return [button('glTF', 'Save the moving mechanism as a 3-D model (glTF)', () => save(file_name(show, 'motion', 'glb'), model_of(show, stage), 'model/gltf-binary'))];
}

/** Records once through the run; a second press ends it sooner. */
function make_film(show: Show, stage: Stage): HTMLElement[] {
  const kind = film_kind();
  if (!kind || !(show.clock.end > show.clock.start)) return [];
  const extension = kind.includes('webm') ? 'webm' : 'mp4';
  let stop: (() => void) | undefined;
  const made = button(extension === 'webm' ? 'WebM' : 'MP4', 'Record the motion as a video', () => {
    if (stop) return stop();
    const film = record(show, stage, kind);
    stop = film.stop;
    made.textContent = 'Stop';
    made.setAttribute('aria-pressed', 'true');
    void film.done.then((blob) => {
      stop = undefined;
      made.textContent = extension === 'webm' ? 'WebM' : 'MP4';
      made.removeAttribute('aria-pressed');
      save(file_name(show, 'motion', extension), [blob], blob.type);
    });
  });
  return [made];
}

/** A link to the moment that is shown: in the address, and to paste. */
function make_link(show: Show): HTMLElement {
  const made = button('Link', 'Link to this moment', () => {
    history.replaceState(null, '', address_of(show.clock.t));
    // A page from disk may have no clipboard: then the address has the link.
    navigator.clipboard?.writeText(location.href).then(
      () => tell('Copied'),
      () => tell('In the address'),
    );
  });
  const tell = (words: string): void => {
    made.textContent = words;
    setTimeout(() => (made.textContent = 'Link'), 1500);
  };
  return made;
}

function make_whole(stage: Stage): HTMLElement[] {
  if (!document.fullscreenEnabled) return [];
  return [
    button('Full screen', 'Full screen (w)', () => {
      void toggle_whole(stage);
    }),
  ];
}

export async function toggle_whole(stage: Stage): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await stage.figure.closest('.player')?.requestFullscreen();
}

export function make_tools(show: Show, stage: Stage): HTMLElement {
  return element(
    'div',
    { class: 'stage-tools' },
    element('div', { class: 'tools' }, ...make_sides(stage)),
    element('div', { class: 'tools' }, make_png(show, stage), ...make_svg(show, stage), ...make_film(show, stage), ...make_gltf(show, stage), make_link(show), ...make_whole(stage)),
  );
}
