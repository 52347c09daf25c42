// SPDX-License-Identifier: Apache-2.0
// What an editor of the model's text is to the page.

import { from_letters } from '../data/letters';

export interface Mark {
  line: number; // from 1
  column: number; // in characters
  end: number;
  words: string;
  severity: 'error' | 'warning' | 'info';
}

export interface Editor {
  text: string;
  mark(marks: Mark[]): void;
  go(line: number, column: number): void;
}

export type MakeEditor = (host: HTMLElement, text: string, on_change: () => void) => Editor;

/** The editor is packed until somebody wants it. The page's policy allows this very script by its hash. */
async function unpack_editor(): Promise<void> {
  const packed = document.getElementById('zwang-editor')?.textContent?.trim();
  if (!packed || 'ZwangEditor' in globalThis) return;
  const stream = new Blob([from_letters(packed)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const script = document.createElement('script');
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}

/** The one that is in the page; a plain field where there is none, or where it cannot be unpacked. */
export async function make_editor(...[host, text, on_change]: Parameters<MakeEditor>): Promise<Editor> {
  await unpack_editor().catch((error: unknown) => console.error(error));
  const { ZwangEditor } = globalThis as { ZwangEditor?: MakeEditor };
  return (ZwangEditor ?? make_field)(host, text, on_change);
}

const make_field: MakeEditor = (host, text, on_change) => {
  const field = document.createElement('textarea');
  Object.assign(field, { value: text, spellcheck: false, rows: 24 });
  field.addEventListener('input', on_change);
  host.append(field);
  return {
    get text() {
      return field.value;
    },
    set text(words: string) {
      field.value = words;
      on_change();
    },
    mark: () => undefined,
    go(line, column) {
      const lines = field.value.split('\n');
      const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
      field.focus();
      field.setSelectionRange(at, at);
    },
  };
};
