// SPDX-License-Identifier: Apache-2.0
// A link that holds a model: its text and what the reader has changed, deflated, in the fragment of the address, which no server sees.

import type { Start } from './answers';

/** What a page was asked for. */
export interface Shared {
  text: string;
  settings?: Record<string, number>;
  duration?: number;
  tolerance?: number;
  method?: string;
  start?: Start;
}

const most = 64 * 1024; // characters of a link; and of text, ten times as many

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Undefined: too long for a link. */
export async function link_to(shared: Shared): Promise<string | undefined> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  const text = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return text.length > most ? undefined : `#z=${text}`;
}

const is_number = (x: unknown): boolean => x === undefined || (typeof x === 'number' && Number.isFinite(x));
const are_numbers = (all: unknown): boolean => all === undefined || (typeof all === 'object' && all !== null && Object.values(all).every((x) => typeof x === 'number'));

/** What a link holds; undefined where it holds nothing that can be. Whoever sends it may have written anything. */
export async function shared_in(address: string): Promise<Shared | undefined> {
  const code = /^#z=([\w-]+)$/.exec(address)?.[1];
  if (!code || code.length > most) return undefined;
  try {
    const letters = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    if (bytes.length > 10 * most) return undefined;
    const { text, settings, duration, tolerance, method, start } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Shared>;
    const good = typeof text === 'string' && are_numbers(settings) && is_number(duration) && is_number(tolerance) && (method === undefined || typeof method === 'string') && is_number(start?.t) && are_numbers(start?.values);
    if (!good) return undefined;
    return JSON.parse(JSON.stringify({ text, settings, duration, tolerance, method, ...(start?.values ? { start: { t: start.t ?? 0, values: start.values } } : {}) })) as Shared;
  } catch {
    return undefined;
  }
}
