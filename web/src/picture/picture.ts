// SPDX-License-Identifier: Apache-2.0
// The section of the moving picture.

import type { Show } from '../data/show';
import { element } from '../page/dom';
import { make_panel } from './panel';
import { Stage } from './stage';
import { make_tools } from './tools';

/** `before`: a picture of the same things that this one takes the place of. */
export function make_picture(section: HTMLElement, show: Show, before?: Stage): Stage {
  const stage = new Stage(show);
  if (before) stage.keep(before);
  const title = element('h2', { id: 'picture-title', class: 'unseen' }, 'Picture');
  section.replaceChildren(title, element('div', { class: 'scene' }, element('div', { class: 'staged' }, stage.figure, make_tools(show, stage)), make_panel(show, stage)));
  if (show.scene.left_out.length > 0) section.append(element('p', { class: 'note left-out' }, show.scene.left_out.join(' ')));
  return stage;
}
