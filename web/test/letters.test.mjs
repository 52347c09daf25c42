// SPDX-License-Identifier: Apache-2.0
// What build.mjs writes as letters, the page reads.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { letters_of } from '../letters.mjs';

const source = readFileSync(new URL('../src/data/letters.ts', import.meta.url), 'utf8');
const { code } = transformSync(source, { loader: 'ts' });
const { from_letters } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

test('bytes come back, whatever they are and however many', () => {
  const given = [...Array(9).keys()].map((count) => randomBytes(count));
  given.push(Buffer.alloc(7, 255), Buffer.alloc(8), randomBytes(100003));
  for (const bytes of given) {
    const text = letters_of(bytes);
    assert.ok(!/[<&%"$\n]/.test(text), text);
    assert.deepEqual(Buffer.from(from_letters(text)), bytes, `of ${bytes.toString('hex').slice(0, 40)}`);
  }
});

test('letters that were cut are refused', () => {
  const text = letters_of(randomBytes(40));
  assert.throws(() => from_letters(text.slice(0, -1)), /cut/);
  assert.throws(() => from_letters('no number'), /cut/);
});
