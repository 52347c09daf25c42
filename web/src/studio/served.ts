// SPDX-License-Identifier: Apache-2.0
// The page as it was opened, with another run in it: to be saved as a file of its own.

import type { Result } from './answers';

/** To be made before anything in the page is changed. Texts of a copy are shared with the original: it costs little. */
export class Served {
  private readonly copy = document.documentElement.cloneNode(true) as HTMLElement;

  /** The whole file. `asked` is what the engine was asked for besides the text of the model. */
  async with(result: Result, numbers: ArrayBuffer, asked: object): Promise<string> {
    const page = this.copy.cloneNode(true) as HTMLElement;
    const title = (result.scene as { title?: string }).title ?? '';
    const put = (selector: string, text: string): void => {
      for (const found of page.querySelectorAll(selector)) found.textContent = text;
    };
    put('title', title);
    put('h1', title);
    put('#zwang-scene', plain_json(result.scene));
    put('#zwang-asked', plain_json(asked));
    put('#zwang-data', await packed(numbers));
    const words = page.querySelector('#words');
    // eslint-disable-next-line no-restricted-syntax -- made by the writer that makes the program's own pages
    if (words && result.words !== undefined) words.replaceChildren(...new DOMParser().parseFromString(result.words, 'text/html').body.childNodes);
    return `<!doctype html>\n${page.outerHTML}\n`;
  }
}

/** JSON that ends no element. */
const plain_json = (value: object): string => JSON.stringify(value).replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);

async function packed(numbers: ArrayBuffer): Promise<string> {
  const stream = new Blob([numbers]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = '';
  for (let i = 0; i < bytes.length; i += 0x8000) letters += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(letters);
}
