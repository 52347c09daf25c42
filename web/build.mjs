// SPDX-License-Identifier: Apache-2.0
// Bundles the script and the style into one template page: node build.mjs OUTFILE [ENGINE].
// The page's security policy allows just this script, the one that unpacks it, and this style, by their hashes. With the folder of the engine
// (engine.js, engine.wasm) also what a live page has more: OUTFILE.engine, and OUTFILE.policy, which allows it.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { letters_of } from './letters.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, '../build/web/page.html');
const engine = process.argv[3];
const target = ['chrome103', 'firefox113', 'safari16.4'];

const bundle = async (entry, extension) => {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target,
    charset: 'utf8',
    legalComments: 'none',
    outfile: join(here, `page.${extension}`),
  });
  return result.outputFiles[0].text.trim();
};

const policy_hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

const main = await bundle('main.ts', 'js');
const script = await bundle('open.ts', 'js');
const style = await bundle('style/page.css', 'css');
// Either would end its element early, and the rest would be read as markup.
if (/<\/script|<!--/i.test(script)) throw new Error('the script contains markup that ends it');
if (/<\/style/i.test(style)) throw new Error('the style contains markup that ends it');

const policy = [
  "default-src 'none'",
  `script-src ${policy_hash(script)} ${policy_hash(main)}%ZWANG_POLICY%`,
  `style-src ${policy_hash(style)}`,
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Their licences ask to be kept with every copy. Two dashes would end the comment they stand in.
const licences_of = (names) =>
  names
    .map((name) => `${name}\n${readFileSync(join(here, 'node_modules', name, 'LICENSE'), 'utf8').trim()}`)
    .join('\n\n')
    .replaceAll('--', '- -');
const licences = licences_of(['three', 'uplot']);

/** The module, the worker around it, and the editor; the page's policy must allow the last, and WebAssembly. */
async function live_parts(folder) {
  const editor = await bundle('studio/editor.ts', 'js');
  const glue = readFileSync(join(folder, 'engine.js'), 'utf8');
  const { code } = await transform(`${glue}\n${await bundle('studio/worker.ts', 'js')}`, { minify: true, target, legalComments: 'none' });
  const worker = code.trim();
  if (/<\/script|<!--/i.test(editor + worker)) throw new Error('a script of live pages contains markup that ends it');
  // A fifth smaller than by gzip, which browsers could unpack by themselves.
  const module = letters_of(execFileSync('zstd', ['--ultra', '-22', '--stdout', '--quiet', join(folder, 'engine.wasm')], { maxBuffer: 2 ** 27 }));
  const names = [...['state', 'view', 'commands', 'language', 'lint'].map((part) => `@codemirror/${part}`), '@lezer/common', '@lezer/highlight', 'style-mod', 'crelt', 'w3c-keyname', 'fzstd'];
  const html = [
    `<script type="text/plain" id="zwang-engine">${module}</script>`,
    `<script type="text/plain" id="zwang-worker">${worker}</script>`,
    `<!-- The scripts above and below contain parts of these.\n${licences_of(names)}\n-->`,
    `<script type="text/plain" id="zwang-editor">${letters_of(deflateSync(editor, { level: 9 }))}</script>`,
    '',
  ].join('\n');
  return { html, policy: ` ${policy_hash(editor)} 'wasm-unsafe-eval'; worker-src blob:` };
}

const packed = letters_of(deflateSync(main, { level: 9 }));
const values = { POLICY: policy, STYLE: style, PACKED: packed, SCRIPT: script, LICENCES: licences };
const template = readFileSync(join(here, 'src/page.html'), 'utf8');
const page = template.replace(/%PAGE_(POLICY|STYLE|PACKED|SCRIPT|LICENCES)%/g, (_, key) => values[key]);
for (const [name, times] of [['TITLE', 2], ['WORDS', 1], ['SCENE', 1], ['DATA', 1], ['ASKED', 1], ['POLICY', 1], ['ENGINE', 1]]) {
  const found = page.split(`%ZWANG_${name}%`).length - 1;
  if (found !== times) throw new Error(`%ZWANG_${name}% stands ${found} times in the page, not ${times}`);
}

mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, page);
if (engine) {
  const { html, policy: more } = await live_parts(engine);
  writeFileSync(`${out}.engine`, html);
  writeFileSync(`${out}.policy`, more);
}
