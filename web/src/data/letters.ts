// SPDX-License-Identifier: Apache-2.0
// Bytes as letters of a page, four in five (base64 has three in four): those from '(' on, less '<', which could begin an
// element's end. Undoes `letters_of` of build.mjs.

const first = 40; // '('
const not = 60; // '<'
const instead = 125; // '}'

/** The bytes; their number stands before the first space, for the last four may be fewer. */
export function from_letters(text: string): Uint8Array<ArrayBuffer> {
  const begin = text.indexOf(' ') + 1;
  const count = Number(text.slice(0, begin));
  if (!(begin > 0 && 5 * Math.ceil(count / 4) === text.length - begin)) throw new Error('the letters are cut');
  const bytes = new Uint8Array(4 * Math.ceil(count / 4));
  const view = new DataView(bytes.buffer);
  for (let from = begin, to = 0; to < bytes.length; to += 4) {
    let word = 0;
    for (let k = 0; k < 5; ++k) {
      const letter = text.charCodeAt(from++);
      word = word * 85 + (letter === instead ? not : letter) - first;
    }
    view.setUint32(to, word);
  }
  return bytes.subarray(0, count);
}
