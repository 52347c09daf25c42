// SPDX-License-Identifier: Apache-2.0
// Whether the browser can draw in space. Asked first, because three complains aloud where it cannot.

let known: boolean | undefined;

export function has_webgl(): boolean {
  return (known ??= asked());
}

function asked(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
