// SPDX-License-Identifier: Apache-2.0
// A drawing that fills its width, sharp on every screen, in the page's colours; drawn anew when either changes.

import { element } from '../page/dom';
import { nice_step, tick_label, ticks } from '../page/number';
import { colour, on_theme } from '../page/theme';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Draw = (pen: CanvasRenderingContext2D, width: number, height: number) => void;

export interface Chart {
  figure: HTMLElement;
  canvas: HTMLCanvasElement;
  redraw: () => void;
}

/** `height` in pixels, or as a share of the width. */
export function make_chart(label: string, height: (width: number) => number, draw: Draw): Chart {
  const canvas = element('canvas', { role: 'img', 'aria-label': label });
  const figure = element('figure', { class: 'chart' }, canvas);
  const redraw = (): void => {
    const width = Math.floor(figure.clientWidth);
    if (width < 10) return;
    const tall = Math.round(height(width));
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(tall * scale);
    canvas.style.height = `${tall}px`;
    const pen = canvas.getContext('2d');
    if (!pen) return;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, tall);
    pen.font = '12px system-ui, sans-serif';
    draw(pen, width, tall);
  };
  new ResizeObserver(redraw).observe(figure);
  on_theme(redraw);
  return { figure, canvas, redraw };
}

export const along = (box: Box, low: number, high: number, x: number): number => box.left + ((x - low) / (high - low)) * box.width;
export const up = (box: Box, low: number, high: number, y: number): number => box.top + box.height - ((y - low) / (high - low)) * box.height;

/** A frame with ticks below and at the left. Labels that would not fit are left out. */
export function frame(pen: CanvasRenderingContext2D, box: Box, x?: [number, number], y?: [number, number]): void {
  pen.strokeStyle = colour('line');
  pen.lineWidth = 1;
  pen.strokeRect(box.left + 0.5, box.top + 0.5, box.width, box.height);
  pen.fillStyle = colour('muted');
  if (x) {
    const count = Math.max(2, Math.floor(box.width / 70));
    const step = nice_step(x[1] - x[0], count);
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    for (const at of ticks(x[0], x[1], count)) pen.fillText(tick_label(at, step), along(box, x[0], x[1], at), box.top + box.height + 5);
  }
  if (y) {
    const count = Math.max(2, Math.floor(box.height / 40));
    const step = nice_step(y[1] - y[0], count);
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const at of ticks(y[0], y[1], count)) pen.fillText(tick_label(at, step), box.left - 5, up(box, y[0], y[1], at));
  }
}

/** Where the pointer is, in the drawing's own pixels. */
export function watch_pointer(canvas: HTMLCanvasElement, at: (x: number, y: number) => void, leaves: () => void): void {
  canvas.addEventListener('pointermove', (event) => at(event.offsetX, event.offsetY));
  canvas.addEventListener('pointerdown', (event) => at(event.offsetX, event.offsetY));
  canvas.addEventListener('pointerleave', leaves);
}
