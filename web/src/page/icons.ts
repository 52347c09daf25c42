// SPDX-License-Identifier: Apache-2.0
// The few signs on buttons, as drawings: fonts differ in which of them they have.

const svg = 'http://www.w3.org/2000/svg';

const drawings = {
  play: 'M6 4l13 8-13 8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  start: 'M5 4h3v16H5zM20 4v16L9 12z',
  loop: 'M12 5V1L6.5 6 12 11V7.4a5 5 0 1 1-5 5H4.6A7.4 7.4 0 1 0 12 5z',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18v-2a7 7 0 0 0 0-14z',
};

export type Icon = keyof typeof drawings;

export function draw_icon(name: Icon): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('class', 'icon');
  made.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', drawings[name]);
  made.append(path);
  return made;
}

export function set_icon(button: HTMLElement, name: Icon): void {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(draw_icon(name));
}
