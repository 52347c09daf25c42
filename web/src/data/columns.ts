// SPDX-License-Identifier: Apache-2.0
// The numbers of a run: one compressed stream, unpacked once; each column decoded when first asked for.

import type { ColumnHead } from './scene';

export type Column = Float64Array | Float32Array;

export function from_base64(text: string): Uint8Array<ArrayBuffer> {
  const modern = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (modern.fromBase64) return modern.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** The bytes behind the page's base64 text. */
export async function unpack(text: string, expected: number): Promise<Uint8Array> {
  const packed = from_base64(text.trim());
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length !== expected) throw new Error(`the data hold ${bytes.length} bytes, not ${expected}`);
  return bytes;
}

/** Undoes the shuffle: all first bytes, then all second bytes, ... back to numbers of `width` bytes. */
function unshuffle(bytes: Uint8Array, offset: number, count: number, width: number): ArrayBuffer {
  const plain = new Uint8Array(count * width);
  for (let k = 0; k < width; ++k) {
    let from = offset + k * count;
    for (let to = k; to < plain.length; to += width) plain[to] = bytes[from++]!;
  }
  return plain.buffer;
}

/** Decodes one column. Every machine that runs a browser today is little-endian, as the data are. */
export function decode(bytes: Uint8Array, head: ColumnHead): Column {
  if (head.type === 'raw') return new Float64Array(bytes.buffer as ArrayBuffer, bytes.byteOffset + head.offset, head.count);
  if (head.type === 'f64') return new Float64Array(unshuffle(bytes, head.offset, head.count, 8));
  const buffer = unshuffle(bytes, head.offset, head.count, 4);
  if (head.type === 'd32') {
    const bits = new Int32Array(buffer);
    for (let i = 1; i < bits.length; ++i) bits[i] = (bits[i]! + bits[i - 1]!) | 0;
  }
  return new Float32Array(buffer);
}

/** All columns of a page, decoded lazily and kept. Of very many some have a head but no numbers: they count as absent. */
export class Columns {
  private readonly decoded = new Map<number, Column>();
  private readonly byName = new Map<string, number>();

  constructor(
    readonly heads: ColumnHead[],
    private readonly bytes: Uint8Array,
  ) {
    for (const i of this.held()) this.byName.set(heads[i]!.name, i);
  }

  /** The columns that have numbers. */
  held(): number[] {
    return this.heads.flatMap((head, i) => (head.count > 0 ? [i] : []));
  }

  get(i: number): Column {
    let column = this.decoded.get(i);
    if (!column) {
      column = decode(this.bytes, this.heads[i]!);
      this.decoded.set(i, column);
    }
    return column;
  }

  find(name: string): number | undefined {
    return this.byName.get(name);
  }

  inGroup(group: string): number[] {
    return this.held().filter((i) => this.heads[i]!.group === group);
  }
}
