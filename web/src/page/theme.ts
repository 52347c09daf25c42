// SPDX-License-Identifier: Apache-2.0
// Light, dark, or as the system says; and the style sheet's colours for what is drawn on canvases.

import { enlist } from '../data/life';

type Choice = 'auto' | 'light' | 'dark';

const watchers: (() => void)[] = [];
const colours_now = new Map<string, string>(); // of the look that is on: asking the page takes long

export function on_theme(watcher: () => void): void {
  enlist(watchers, watcher);
}

/** The look that is on: light or dark. */
export function theme(): string {
  return document.documentElement.dataset.theme ?? 'light';
}

/** A colour of the style sheet, by the name of its variable. */
export function colour(name: string): string {
  let found = colours_now.get(name);
  if (!found) {
    found = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || '#888';
    colours_now.set(name, found);
  }
  return found;
}

export const dashes: number[][] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4], [1, 2], [9, 2, 2, 2, 2, 2]];
const colours = 6;

/** The look of the i-th curve: colour and dashes change at different paces, so that no two of 24 are alike. */
export function curve_look(i: number): { stroke: string; dash: number[] } {
  const round = Math.floor(i / colours);
  return { stroke: colour(`curve-${i % colours}`), dash: dashes[(i + round) % dashes.length]! };
}

function remembered(): Choice {
  try {
    const choice = localStorage.getItem('zwang-theme');
    return choice === 'light' || choice === 'dark' ? choice : 'auto';
  } catch {
    return 'auto'; // a page from disk may have no storage
  }
}

function remember(choice: Choice): void {
  try {
    localStorage.setItem('zwang-theme', choice);
  } catch {
    // then the choice lasts as long as the page
  }
}

const system = matchMedia('(prefers-color-scheme: dark)');

function apply(choice: Choice): void {
  const dark = choice === 'dark' || (choice === 'auto' && system.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  colours_now.clear();
  for (const watcher of watchers) watcher();
}

let current: Choice = 'auto';

export function start_theme(): void {
  current = remembered();
  apply(current);
  system.addEventListener('change', () => apply(current));
}

/** Paper is white. */
export function set_for_print(printing: boolean): void {
  apply(printing ? 'light' : current);
}

/** To the other of light and dark. */
export function toggle_theme(): void {
  current = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  remember(current);
  apply(current);
}
