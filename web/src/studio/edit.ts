// SPDX-License-Identifier: Apache-2.0
// What an editor of the model's text is to the page.

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

/** The one that stands in the page; a plain field where there is none. */
export const make_editor: MakeEditor = (host, text, on_change) => {
  const { ZwangEditor } = globalThis as { ZwangEditor?: MakeEditor };
  return ZwangEditor ? ZwangEditor(host, text, on_change) : make_field(host, text, on_change);
};

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
