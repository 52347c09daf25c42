// SPDX-License-Identifier: Apache-2.0
// The keys, as a table in a dialog.

import { button, element } from './dom';

const keys: [string, string][] = [
  ['space', 'play or pause'],
  ['← →', 'back or forward by a hundredth of the run'],
  ['home, end', 'to the start, to the end'],
  ['+ −', 'faster, slower'],
  ['l', 'loop or stop at the end'],
  ['f', 'follow the next point or body'],
  ['r', 'reset the view'],
  ['w', 'whole screen'],
  ['shift + arrows', 'turn the view, or move it in a planar picture'],
  ['[ ]', 'zoom out, zoom in'],
  ['n', 'the next extremal'],
  ['?', 'this table'],
];

let dialog: HTMLDialogElement | undefined;

function make(): HTMLDialogElement {
  const rows = keys.map(([key, words]) => element('tr', {}, element('th', { scope: 'row' }, element('kbd', {}, key)), element('td', {}, words)));
  const table = element('table', {}, element('tbody', {}, ...rows));
  const close = button('Close', 'Close', () => dialog?.close());
  const words = element('p', { class: 'note' }, 'Mouse or finger in the picture: drag to turn; right button, shift or two fingers to move; wheel (after a click) or pinch to zoom.');
  const made = element('dialog', { 'aria-labelledby': 'help-title' }, element('h2', { id: 'help-title' }, 'Keys'), table, words, close);
  document.body.append(made);
  return made;
}

export function toggle_help(): void {
  dialog ??= make();
  if (dialog.open) dialog.close();
  else dialog.showModal();
}
