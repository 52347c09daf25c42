// SPDX-License-Identifier: Apache-2.0
// A canvas that writes SVG: just what the planar picture draws with.

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[^\P{C}\t\n]/gu, '');
const tidy = (x: number): string => String(Math.round(100 * x) / 100);

class Gradient {
  readonly stops: string[] = [];

  constructor(
    readonly id: string,
    readonly circle: string,
  ) {}

  addColorStop(at: number, colour: string): void {
    this.stops.push(`<stop offset="${at}" stop-color="${colour}"/>`);
  }
}

export class SvgSheet {
  readonly svg = true;
  readonly canvas: { width: number; height: number };
  fillStyle: string | Gradient = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  lineJoin = 'round';
  lineCap = 'round';
  globalAlpha = 1;
  font = '12px sans-serif';
  textAlign = 'left';
  textBaseline = 'middle';
  shadowColor = 'transparent'; // shadows are left to the screen
  shadowBlur = 0;
  shadowOffsetX = 0;
  shadowOffsetY = 0;
  private path = '';
  private dash: number[] = [];
  private readonly parts: string[] = [];
  private readonly gradients: Gradient[] = [];
  private readonly ruler = document.createElement('canvas').getContext('2d')!;

  constructor(width: number, height: number) {
    this.canvas = { width, height };
  }

  beginPath(): void {
    this.path = '';
  }
  moveTo(x: number, y: number): void {
    this.path += `M${tidy(x)} ${tidy(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.path += `${this.path ? 'L' : 'M'}${tidy(x)} ${tidy(y)}`;
  }
  closePath(): void {
    if (this.path) this.path += 'Z';
  }
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    this.ellipse(x, y, radius, radius, 0, from, to);
  }

  /** In two halves: an arc that ends where it begins is none. */
  ellipse(x: number, y: number, rx: number, ry: number, turn: number, from: number, to: number): void {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const at = (angle: number): [number, number] => {
      const [u, v] = [rx * Math.cos(angle), ry * Math.sin(angle)];
      return [x + c * u - s * v, y + s * u + c * v];
    };
    this.lineTo(...at(from));
    const middle = 0.5 * (from + to);
    for (const end of [middle, to]) {
      const [ex, ey] = at(end);
      this.path += `A${tidy(rx)} ${tidy(ry)} ${tidy((180 / Math.PI) * turn)} 0 1 ${tidy(ex)} ${tidy(ey)}`;
    }
  }

  fill(rule?: string): void {
    this.parts.push(`<path d="${this.path}" fill="${this.paint(this.fillStyle)}"${rule === 'evenodd' ? ' fill-rule="evenodd"' : ''}${this.alpha()}/>`);
  }
  stroke(): void {
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
    this.parts.push(
      `<path d="${this.path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${tidy(this.lineWidth)}" stroke-linejoin="${this.lineJoin}" stroke-linecap="${this.lineCap}"${dash}${this.alpha()}/>`,
    );
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.parts.push(`<rect x="${tidy(x)}" y="${tidy(y)}" width="${tidy(width)}" height="${tidy(height)}" fill="${this.paint(this.fillStyle)}"${this.alpha()}/>`);
  }
  fillText(text: string, x: number, y: number): void {
    this.put(text, x, y, `fill="${this.paint(this.fillStyle)}"`);
  }
  strokeText(text: string, x: number, y: number): void {
    this.put(text, x, y, `fill="none" stroke="${this.strokeStyle}" stroke-width="${tidy(this.lineWidth)}" stroke-linejoin="round"`);
  }
  measureText(text: string): TextMetrics {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }
  setLineDash(dash: number[]): void {
    this.dash = dash;
  }
  createRadialGradient(fx: number, fy: number, _: number, x: number, y: number, radius: number): Gradient {
    const circle = `cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(radius)}" fx="${tidy(fx)}" fy="${tidy(fy)}"`;
    const made = new Gradient(`g${this.gradients.length}`, circle);
    this.gradients.push(made);
    return made;
  }

  finish(): string {
    const { width, height } = this.canvas;
    const defs = this.gradients.map(({ id, circle, stops }) => `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" ${circle}>${stops.join('')}</radialGradient>`);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif">`,
      ...(defs.length > 0 ? [`<defs>${defs.join('')}</defs>`] : []),
      ...this.parts,
      '</svg>',
    ].join('\n');
  }

  private paint(style: string | Gradient): string {
    return typeof style === 'string' ? style : `url(#${style.id})`;
  }
  private alpha(): string {
    return this.globalAlpha < 1 ? ` opacity="${tidy(this.globalAlpha)}"` : '';
  }
  private put(text: string, x: number, y: number, look: string): void {
    const [, weight = '', size = '12'] = /^(\d{3} )?(\d+)px/.exec(this.font) ?? [];
    const anchor = this.textAlign === 'center' ? 'middle' : this.textAlign === 'right' ? 'end' : 'start';
    const shift = this.textBaseline === 'middle' ? 0.35 * Number(size) : 0;
    this.parts.push(
      `<text x="${tidy(x)}" y="${tidy(y + shift)}" font-size="${size}"${weight ? ` font-weight="${weight.trim()}"` : ''} text-anchor="${anchor}" ${look}>${escape(text)}</text>`,
    );
  }
}
