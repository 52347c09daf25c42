// SPDX-License-Identifier: Apache-2.0
// The script that opens a page: it unpacks the page's own one, which would be three times as large as it is, and runs it. The page's
// policy allows both, by their hashes.

import { from_letters } from './data/letters';

async function unpacked(): Promise<string> {
  const packed = document.getElementById('zwang-script')!.textContent!.trim();
  return new Response(new Blob([from_letters(packed)]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

unpacked()
  .then((text) => {
    const script = document.createElement('script');
    script.textContent = text;
    document.body.append(script);
  })
  .catch((error: unknown) => {
    console.error(error);
    const note = document.createElement('p');
    note.setAttribute('role', 'alert');
    note.textContent = `The animation cannot be shown: ${String(error)}`;
    document.getElementById('words')?.prepend(note);
  });
