// SPDX-License-Identifier: Apache-2.0
// Bundles the script and the style into one template page: node build.mjs OUTFILE.
// The page's security policy allows just this script and this style, by their hashes.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, '../build/web/page.html');

const bundle = async (entry, extension) => {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome103', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    outfile: join(here, `page.${extension}`),
  });
  return result.outputFiles[0].text.trim();
};

const policy_hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

const script = await bundle('main.ts', 'js');
const style = await bundle('style/page.css', 'css');
// Either would end its element early, and the rest would be read as markup.
if (/<\/script|<!--/i.test(script)) throw new Error('the script contains markup that ends it');
if (/<\/style/i.test(style)) throw new Error('the style contains markup that ends it');

const policy = [
  "default-src 'none'",
  `script-src ${policy_hash(script)}`,
  `style-src ${policy_hash(style)}`,
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Their licences ask to be kept with every copy. Two dashes would end the comment they stand in.
const licences = ['three', 'uplot']
  .map((name) => `${name}\n${readFileSync(join(here, 'node_modules', name, 'LICENSE'), 'utf8').trim()}`)
  .join('\n\n')
  .replaceAll('--', '- -');

const values = { POLICY: policy, STYLE: style, SCRIPT: script, LICENCES: licences };
const template = readFileSync(join(here, 'src/page.html'), 'utf8');
const page = template.replace(/%PAGE_(POLICY|STYLE|SCRIPT|LICENCES)%/g, (_, key) => values[key]);
for (const [name, times] of [['TITLE', 2], ['WORDS', 1], ['SCENE', 1], ['DATA', 1]]) {
  const found = page.split(`%ZWANG_${name}%`).length - 1;
  if (found !== times) throw new Error(`%ZWANG_${name}% stands ${found} times in the page, not ${times}`);
}

mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, page);
