// SPDX-License-Identifier: Apache-2.0
// For the printer: light colours, and every plot drawn, also those that nobody has scrolled to.

import { run } from '../data/frame';
import { see_all } from '../plots/sight';
import { set_for_print } from './theme';

export function watch_printing(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of opened) details.open = true;
    set_for_print(true);
    see_all(true);
    run();
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    see_all(false);
    set_for_print(false);
  });
}
