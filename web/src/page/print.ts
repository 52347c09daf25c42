// SPDX-License-Identifier: Apache-2.0
// For the printer: light colours, every plot drawn, also those that nobody has scrolled to, and a still copy of what moves.

import { run } from '../data/frame';
import { enlist } from '../data/life';
import { see_all } from '../plots/sight';
import { set_for_print } from './theme';

type Undo = () => void;

const copiers: (() => Undo)[] = [];

/** Puts something on paper just before the page is printed, in the colours of paper; what it answers takes it away again. */
export function on_paper(copy: () => Undo): void {
  enlist(copiers, copy);
}

export function watch_printing(): void {
  let opened: HTMLDetailsElement[] = [];
  let copies: Undo[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of opened) details.open = true;
    set_for_print(true);
    see_all(true);
    run();
    copies = copiers.map((copy) => copy());
  });
  addEventListener('afterprint', () => {
    for (const undo of copies.splice(0)) undo();
    for (const details of opened) details.open = false;
    see_all(false);
    set_for_print(false);
  });
}
