// SPDX-License-Identifier: Apache-2.0
// The colours of parts: of its body, or of what it is made of.

import type { Tint } from '../data/looks/colours';
import type { Paint, SceneTrace } from '../data/scene';
import type { Show } from '../data/show';
import { colour } from '../page/theme';

export function part_colour(n: Tint | undefined): string {
  if (typeof n === 'string') return n;
  return colour(n === undefined || n < 0 ? 'ground' : `part-${n}`);
}

export function paint_colour(paint: Paint | undefined, n: Tint | undefined): string {
  if (paint?.startsWith('#')) return paint;
  return paint ? colour(paint) : part_colour(n);
}

/** A trace has the colour of what left it; of extremals, the one that is chosen. */
export function trace_colour({ colours, plays }: Show, { point, body }: SceneTrace): string {
  if (!plays) return colour('accent');
  const n = point !== undefined ? colours.points[point] : body !== undefined ? colours.bodies[body] : undefined;
  return n === undefined || n === -1 ? colour('trace') : part_colour(n);
}

/** A colour of the style sheet (#rrggbb), mixed with black (share < 0) or white (share > 0). */
export function shade(hex: string, share: number): string {
  const number = Number.parseInt(hex.slice(1), 16);
  const end = share < 0 ? 0 : 255;
  const parts = [16, 8, 0].map((bits) => Math.round(((number >> bits) & 255) * (1 - Math.abs(share)) + end * Math.abs(share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
