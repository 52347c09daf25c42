// SPDX-License-Identifier: Apache-2.0
// The pointer on a chart: a drag moves the time, a drag with shift chooses the span to show, a double click shows all.

import type uPlot from 'uplot';
import type { Clock } from '../data/clock';
import type { Zoom } from './zoom';

export function watch_scrubbing(plot: uPlot, clock: Clock, zoom: Zoom): void {
  const { over } = plot;
  let from: number | undefined; // where a choice of span began, in pixels
  const place = (event: PointerEvent): number => event.clientX - over.getBoundingClientRect().left;

  over.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    over.setPointerCapture(event.pointerId);
    if (event.shiftKey) from = place(event);
    else {
      clock.setPlaying(false);
      clock.seek(plot.posToVal(place(event), 'x'));
    }
  });
  over.addEventListener('pointermove', (event) => {
    if (!over.hasPointerCapture(event.pointerId)) return;
    if (from === undefined) clock.seek(plot.posToVal(place(event), 'x'));
    else {
      const left = Math.min(from, place(event));
      plot.setSelect({ left, top: 0, width: Math.abs(place(event) - from), height: over.clientHeight }, false);
    }
  });
  over.addEventListener('pointerup', (event) => {
    if (from === undefined) return;
    const [a, b] = [from, place(event)].sort((x, y) => x - y) as [number, number];
    from = undefined;
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (b - a > 3) zoom.set(plot.posToVal(a, 'x'), plot.posToVal(b, 'x'));
  });
  over.addEventListener('dblclick', () => zoom.reset());
}
