// SPDX-License-Identifier: Apache-2.0
// The editor of the model's text, by CodeMirror: a script of its own, which only live pages have. It stands in a shadow root, where
// its styles need no permission of the page's policy.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Editor, MakeEditor, Mark } from './edit';

/** Enough of TOML to tell keys, texts and comments apart. */
const toml = StreamLanguage.define({
  token(stream: StringStream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.sol() && stream.match(/^\[.*?\]+/)) return 'heading';
    if (stream.match(/^("(?:[^"\\]|\\.)*"|'[^']*')/)) return stream.match(/^\s*=/, false) ? 'propertyName' : 'string';
    if (stream.match(/^[A-Za-z_][\w.'-]*(?=\s*=)/)) return 'propertyName';
    if (stream.match(/^(true|false)\b/)) return 'bool';
    if (stream.match(/^[-+]?\d[\d_.]*(e[-+]?\d+)?/i)) return 'number';
    stream.next();
    return null;
  },
});

const paint = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.heading, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.propertyName, color: 'var(--ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool], color: 'var(--force-constraint)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '13px', maxHeight: '28rem', border: '1px solid var(--line)', borderRadius: '6px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', overflow: 'auto', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--panel)', border: '1px solid var(--line)' },
});

/** The editor counts in units of UTF-16, the engine in characters. */
function place(text: Text, line: number, column: number): number {
  if (line < 1) return 0;
  if (line > text.lines) return text.length;
  const { from, text: words } = text.line(line);
  return from + [...words].slice(0, Math.max(0, column - 1)).join('').length;
}

function diagnostic(text: Text, { line, column, end, words, severity }: Mark): Diagnostic {
  const from = place(text, line, column);
  const to = Math.max(from, place(text, line, end));
  return { from, to, message: words, severity };
}

const make_editor: MakeEditor = (host, text, on_change): Editor => {
  const root = host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...[lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), toml, syntaxHighlighting(paint), look],
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the model', spellcheck: 'false', dir: 'ltr' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) on_change();
        }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(words: string) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } });
    },
    mark: (marks) => view.dispatch(setDiagnostics(view.state, marks.map((mark) => diagnostic(view.state.doc, mark)))),
    go(line, column) {
      const at = place(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
  };
};

(globalThis as { ZwangEditor?: MakeEditor }).ZwangEditor = make_editor;
