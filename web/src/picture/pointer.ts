// SPDX-License-Identifier: Apache-2.0
// Mouse, pen and fingers on the picture: one turns (or moves a planar picture), two or the right button move, wheel and pinch zoom.

import type { Camera } from './camera';

interface Finger {
  x: number;
  y: number;
}

export function watch_pointer(target: HTMLElement, camera: Camera, changed: () => void): void {
  const fingers = new Map<number, Finger>();

  const span = (): number => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  target.addEventListener('pointerdown', (event) => {
    if ((event.target as HTMLElement).closest('button, input, select')) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    target.setPointerCapture(event.pointerId);
  });
  target.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = span();
    const dx = (event.clientX - finger.x) / target.clientHeight;
    const dy = (event.clientY - finger.y) / target.clientHeight;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) {
      camera.pan(dx / 2, dy / 2);
      if (before > 0 && span() > 0) camera.zoom(before / span());
    } else if (camera.flat || event.buttons === 2 || event.shiftKey) camera.pan(dx, dy);
    else camera.turn(3 * dx, 3 * dy);
    changed();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) target.addEventListener(end, (event) => fingers.delete(event.pointerId));
  target.addEventListener('contextmenu', (event) => event.preventDefault());
  // The wheel belongs to the page, until the reader has put the focus on the picture.
  target.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && document.activeElement !== target) return;
      event.preventDefault();
      camera.zoom(Math.exp(0.0015 * event.deltaY));
      changed();
    },
    { passive: false },
  );
}
