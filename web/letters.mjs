// SPDX-License-Identifier: Apache-2.0
// Bytes as letters of a page; src/data/letters.ts reads them.

/** Four bytes in five letters from '(' on, '}' for '<'; before them the number of bytes and a space. */
export function letters_of(bytes) {
  const whole = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const letters = Buffer.alloc((whole.length / 4) * 5);
  for (let from = 0, to = 0; from < whole.length; from += 4, to += 5) {
    let word = whole.readUInt32BE(from);
    for (let k = 4; k >= 0; --k) {
      const letter = 40 + (word % 85);
      letters[to + k] = letter === 60 ? 125 : letter;
      word = Math.floor(word / 85);
    }
  }
  return `${bytes.length} ${letters.toString('latin1')}`;
}
