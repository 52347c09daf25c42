// SPDX-License-Identifier: Apache-2.0
// What the author says, under the title: `about = """…"""` of the model, or its opening comment.

import { element } from './dom';

/** The comment that a model begins with, as paragraphs; none where it begins with something else. */
export function opening_comment(text: string): string[] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !/^\s*#/.test(line));
  const comment = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^\s*#\s?/, '').trimEnd());
  const paragraphs = comment.join('\n').split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\n(?=[A-Z][a-z ]{2,14}:)/g, '\u0000').replace(/\s*\n\s*/g, ' '));
  return paragraphs.flatMap((paragraph) => paragraph.split('\u0000')).map((line) => line.trim()).filter(Boolean);
}

/** The text of `about`, which stands before the first section; null where there is none. */
export function written_about(text: string): string | null {
  const found = /^\s*about\s*=\s*(?:"""\n?(.*?)"""|'''\n?(.*?)'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/ms.exec(text);
  if (!found || /^\s*\[/m.test(text.slice(0, found.index))) return null;
  const [, many, plain, one, raw] = found;
  const escaped = many ?? one;
  if (escaped === undefined) return plain ?? raw ?? null;
  return escaped.replace(/\\\n\s*/g, '').replace(/\\(["\\nt])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : letter));
}

/** **bold**, *emphasis* and `code` of a line; nothing else of a text is more than a text. */
function marked(text: string): (Node | string)[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/).filter(Boolean).map((part) => {
    if (part.length > 4 && part.startsWith('**') && part.endsWith('**')) return element('b', {}, part.slice(2, -2));
    if (part.length > 2 && part.startsWith('*') && part.endsWith('*')) return element('em', {}, part.slice(1, -1));
    if (part.length > 2 && part.startsWith('`') && part.endsWith('`')) return element('code', {}, part.slice(1, -1));
    return part;
  });
}

/** Paragraphs and lists of `about`, which are separated by empty lines. */
export function about_blocks(text: string): HTMLElement[] {
  return text.split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean).map((block) => {
    if (!/^[-*] /.test(block)) return element('p', { dir: 'auto' }, ...marked(block.replace(/^#+\s*/, '').replace(/\s*\n\s*/g, ' ')));
    const items = block.split(/\n(?=\s*[-*] )/).map((item) => item.replace(/^\s*[-*] /, '').replace(/\s*\n\s*/g, ' '));
    return element('ul', {}, ...items.map((item) => element('li', { dir: 'auto' }, ...marked(item))));
  });
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
  const written = written_about(code?.textContent ?? '');
  if (written !== null) {
    header.querySelector('h1')?.after(element('div', { class: 'about' }, ...about_blocks(written)));
    return;
  }
  const [first, ...rest] = opening_comment(code?.textContent ?? '');
  if (!first) return;
  const [sentence, more] = first_sentence(first);
  const others = [...(more ? [more] : []), ...rest];
  const made = others.length > 0 ? element('details', { class: 'about' }, element('summary', { dir: 'auto' }, sentence), ...others.map(paragraph)) : element('p', { class: 'about', dir: 'auto' }, sentence);
  header.querySelector('h1')?.after(made);
}
