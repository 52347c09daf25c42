// SPDX-License-Identifier: Apache-2.0
// The motion as a film: the run is played once from its start, and the browser records what is drawn.

import type { Show } from '../../data/show';
import type { Stage } from '../stage';

const rate = 30; // frames a second

/** The kinds of file that browsers write, the best first. */
const kinds = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

export function film_kind(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  return kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
}

export interface Film {
  stop: () => void;
  done: Promise<Blob>;
}

/** Begins to record. The film ends with the run, or when it is stopped. */
export function record(show: Show, stage: Stage, kind: string): Film {
  const { clock } = show;
  const sheet = stage.snapshot();
  const pen = sheet.getContext('2d')!;
  const loops = clock.loop;
  const recorder = new MediaRecorder(sheet.captureStream(rate), { mimeType: kind, videoBitsPerSecond: 6e6 });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const watch = (): void => {
    stage.paintOn(pen);
    if (!clock.playing && clock.t >= clock.end) setTimeout(stop, 2000 / rate); // with its last frame
  };
  const stop = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const done = new Promise<Blob>((take) => {
    recorder.addEventListener('stop', () => {
      stage.afterDrawing.delete(watch);
      clock.setPlaying(false);
      clock.setLoop(loops);
      take(new Blob(pieces, { type: kind.replace(/;.*/, '') }));
    });
  });
  clock.setLoop(false);
  clock.seek(clock.start);
  stage.afterDrawing.add(watch);
  recorder.start();
  clock.setPlaying(true);
  return { stop, done };
}
