// SPDX-License-Identifier: Apache-2.0
// Links to the sections, and the buttons that concern the whole page.

import { button, element } from './dom';
import { toggle_help } from './help';
import { set_icon } from './icons';
import { toggle_theme } from './theme';

/** Titles that are shorter as links: all of them fit one line. */
const short = new Map([['Forces at the end', 'Forces'], ['Equations of motion', 'Equations'], ['Data on this page', 'Data']]);

/** Anew, where other words have come. */
export function make_contents(nav: HTMLElement): void {
  const list = element('ul');
  for (const section of document.querySelectorAll<HTMLElement>('main section[id]')) {
    const title = section.querySelector('h2')?.textContent;
    if (title) list.append(element('li', {}, element('a', { href: `#${section.id}` }, short.get(title) ?? title)));
  }
  const theme = button('', 'Light or dark', toggle_theme, { class: 'square' });
  set_icon(theme, 'theme');
  nav.replaceChildren(
    list,
    element(
      'div',
      { class: 'tools' },
      theme,
      button('?', 'Keys (?)', toggle_help, { class: 'square' }),
    ),
  );
}
