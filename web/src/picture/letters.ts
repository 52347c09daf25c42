// SPDX-License-Identifier: Apache-2.0
// How large the letters in a picture are: in one that fills the screen of a lecture hall, so large that the last row reads them.

/** Times their usual size, by the picture's height in CSS pixels. */
export const letter_scale = (height: number): number => Math.min(2, Math.max(1, height / 560));

/** A font for a canvas: pixels, as for a usual picture. */
export const font = (pixels: number, scale: number, weight = ''): string => `${weight ? `${weight} ` : ''}${(pixels * scale).toFixed(1).replace('.0', '')}px system-ui, sans-serif`;
