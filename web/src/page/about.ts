// SPDX-License-Identifier: Apache-2.0
// What the author says: the opening comment of the model, under the title.

import { element } from './dom';

/** The comment that a model begins with, as paragraphs; none where it begins with something else. */
export function opening_comment(text: string): string[] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !/^\s*#/.test(line));
  const comment = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^\s*#\s?/, '').trimEnd());
  const paragraphs = comment.join('\n').split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\n(?=[A-Z][a-z ]{2,14}:)/g, '\u0000').replace(/\s*\n\s*/g, ' '));
  return paragraphs.flatMap((paragraph) => paragraph.split('\u0000')).map((line) => line.trim()).filter(Boolean);
}

/** "Look at:" and "Known:" stand out. */
function paragraph(text: string): HTMLElement {
  const [, lead, rest] = /^([A-Z][a-z ]{2,14}:)\s(.*)$/s.exec(text) ?? [];
  return lead ? element('p', { dir: 'auto' }, element('b', {}, lead), ` ${rest}`) : element('p', { dir: 'auto' }, text);
}

/** The first sentence; the rest of a long comment opens below it. */
function first_sentence(text: string): [string, string] {
  const end = /[.:](?=\s+[A-Z(])/.exec(text)?.index ?? text.length - 1;
  return [text.slice(0, end + 1), text.slice(end + 1).trim()];
}

export function make_about(header: HTMLElement): void {
  const code = document.querySelector('#model pre');
  const [first, ...rest] = opening_comment(code?.textContent ?? '');
  if (!first) return;
  const [sentence, more] = first_sentence(first);
  const others = [...(more ? [more] : []), ...rest];
  const made = others.length > 0 ? element('details', { class: 'about' }, element('summary', { dir: 'auto' }, sentence), ...others.map(paragraph)) : element('p', { class: 'about', dir: 'auto' }, sentence);
  header.querySelector('h1')?.after(made);
}
