// SPDX-License-Identifier: Apache-2.0
// Curves as an SVG file: axes, ticks, lines and a legend, all as text that a drawing program can edit.

import { nice_step, tick_label, ticks } from '../page/number';

export interface Curve {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number | null>;
  stroke: string;
  dash: number[];
}

export interface Drawing {
  title: string;
  xName: string;
  x: [number, number];
  y: [number, number];
  log: boolean;
  curves: Curve[];
}

const width = 800;
const height = 450;
const room = { left: 80, right: 180, top: 44, bottom: 46 };

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[^\P{C}\t\n]/gu, '');

/** Values to pixels. */
function places(drawing: Drawing): { right: (x: number) => number; up: (y: number) => number } {
  const level = (y: number): number => (drawing.log ? Math.log10(y) : y);
  const [x0, x1] = drawing.x;
  const [y0, y1] = drawing.y.map(level) as [number, number];
  return {
    right: (x) => room.left + ((x - x0) / (x1 - x0)) * (width - room.left - room.right),
    up: (y) => height - room.bottom - ((level(y) - y0) / (y1 - y0)) * (height - room.top - room.bottom),
  };
}

function axes(drawing: Drawing): string {
  const { right, up } = places(drawing);
  const [x0, x1] = drawing.x;
  const [y0, y1] = drawing.y;
  const parts: string[] = [];
  for (const x of ticks(x0, x1, 6)) {
    parts.push(`<path d="M${right(x)} ${up(y0)}V${up(y1)}"/>`);
    parts.push(`<text x="${right(x)}" y="${height - room.bottom + 18}" text-anchor="middle">${tick_label(x, nice_step(x1 - x0, 6))}</text>`);
  }
  const levels = drawing.log ? ticks(Math.log10(y0), Math.log10(y1), 6).filter(Number.isInteger).map((k) => 10 ** k) : ticks(y0, y1, 6);
  for (const y of levels) {
    const label = drawing.log ? y.toExponential(0).replace('e+', 'e') : tick_label(y, nice_step(y1 - y0, 6));
    parts.push(`<path d="M${right(x0)} ${up(y)}H${right(x1)}"/>`);
    parts.push(`<text x="${room.left - 8}" y="${up(y) + 4}" text-anchor="end">${label}</text>`);
  }
  parts.push(`<text x="${right(x1)}" y="${height - 8}" text-anchor="end">${escape(drawing.xName)}</text>`);
  return `<g stroke="#d5dae0" fill="none">${parts.filter((part) => part.startsWith('<path')).join('')}</g><g fill="#444">${parts.filter((part) => part.startsWith('<text')).join('')}</g>`;
}

function line(curve: Curve, drawing: Drawing): string {
  const { right, up } = places(drawing);
  let path = '';
  let pen = 'M';
  for (let i = 0; i < curve.x.length; ++i) {
    const y = curve.y[i];
    if (y === null || y === undefined || Number.isNaN(y)) {
      pen = 'M';
      continue;
    }
    path += `${pen}${right(curve.x[i]!).toFixed(2)} ${up(y).toFixed(2)}`;
    pen = 'L';
  }
  return `<path d="${path}" fill="none" stroke="${curve.stroke}" stroke-width="1.75" stroke-dasharray="${curve.dash.join(' ')}"/>`;
}

export function write_svg(drawing: Drawing): string {
  const legend = drawing.curves.map((curve, i) => {
    const y = room.top + 10 + 20 * i;
    const x = width - room.right + 14;
    return `<path d="M${x} ${y}h28" stroke="${curve.stroke}" stroke-width="2" stroke-dasharray="${curve.dash.join(' ')}"/><text x="${x + 34}" y="${y + 4}">${escape(curve.name)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${room.left}" y="26" font-size="16" font-weight="600">${escape(drawing.title)}</text>`,
    axes(drawing),
    ...drawing.curves.map((curve) => line(curve, drawing)),
    ...legend,
    '</svg>',
  ].join('\n');
}
