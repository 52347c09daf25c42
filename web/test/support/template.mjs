// SPDX-License-Identifier: Apache-2.0
// Pages put together by the test itself: any scene, any numbers.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { folder } from './pages.mjs';

/** Numbers of `width` bytes as all first bytes, all second bytes, ... */
export function shuffle(bytes, width) {
  const count = bytes.length / width;
  const made = Buffer.alloc(bytes.length);
  for (let i = 0; i < count; ++i) for (let k = 0; k < width; ++k) made[k * count + i] = bytes[i * width + k];
  return made;
}

/** Columns (name, group, values) as heads and packed data; time in double, the rest in single precision. */
export function pack(columns) {
  const heads = [];
  const blocks = [];
  let offset = 0;
  for (const { name, group, values } of columns) {
    const type = group === 'time' ? 'f64' : 'f32';
    const numbers = type === 'f64' ? Float64Array.from(values) : Float32Array.from(values);
    const block = shuffle(new Uint8Array(numbers.buffer), numbers.BYTES_PER_ELEMENT);
    let [min, max] = [Infinity, -Infinity];
    for (const x of numbers) [min, max] = [Math.min(min, x), Math.max(max, x)];
    heads.push({ name, meaning: '', group, of: '', unit: '', type, offset, count: numbers.length, min, max });
    blocks.push(block);
    offset += block.length;
  }
  return { heads, bytes: offset, base64: deflateSync(Buffer.concat(blocks), { level: 1 }).toString('base64') };
}

const escape = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Writes a page; gives its path. */
export function write_page(name, scene, base64) {
  const template = join(folder, 'template.html');
  execFileSync(process.execPath, [fileURLToPath(new URL('../../build.mjs', import.meta.url)), template]);
  const values = {
    TITLE: escape(scene.title),
    WORDS: `<section id="summary"><h2>Summary</h2><p>${escape(scene.title)}</p></section>`,
    SCENE: JSON.stringify(scene).replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    DATA: base64,
  };
  const file = join(folder, `${name}.html`);
  writeFileSync(file, readFileSync(template, 'utf8').replace(/%ZWANG_(TITLE|WORDS|SCENE|DATA|ASKED|POLICY|ENGINE)%/g, (_, key) => values[key] ?? ''));
  return file;
}
