// SPDX-License-Identifier: Apache-2.0
// The words of a new run in the place of the last one's.

import { fold_words } from '../page/fold';
import { by_id } from '../page/dom';

/** The same writer as the program's has made all of a model's text plain; the page's policy lets no script in. */
export function replace_words(html: string): void {
  const open = [...document.querySelectorAll<HTMLElement>('#words > section:has(> details[open])')].map(({ id }) => id);
  // eslint-disable-next-line no-restricted-syntax -- see above
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  by_id('words').replaceChildren(...parsed.body.childNodes);
  fold_words();
  for (const id of open) document.querySelector<HTMLDetailsElement>(`#${CSS.escape(id)} > details`)?.setAttribute('open', '');
}
