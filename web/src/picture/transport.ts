// SPDX-License-Identifier: Apache-2.0
// The bar that is always in sight: play, scrub, time, speed, loop.

import { speeds } from '../data/clock';
import type { Show } from '../data/show';
import { button, choice, element } from '../page/dom';
import { set_icon } from '../page/icons';
import { short } from '../page/number';
import { write_text } from '../page/rhythm';

export function make_transport(show: Show): HTMLElement {
  const { clock } = show;
  const play = button('', 'Play (space)', () => clock.setPlaying(!clock.playing), { class: 'play' });
  const first = button('', 'To the start (home)', () => clock.seek(clock.start));
  const loop = button('', 'Loop (l)', () => clock.setLoop(!clock.loop));
  const scrubber = element('input', { type: 'range', step: 'any', id: 'scrubber', 'aria-label': 'Time' });
  const time = element('output', { class: 'time', for: 'scrubber' });
  const speed = choice('Speed', speeds.map((s) => `×${s}`), speeds.indexOf(1), (i) => clock.setSpeed(speeds[i]!));
  const state = element('span', { class: 'state', role: 'status' });

  set_icon(first, 'start');
  set_icon(loop, 'loop');

  scrubber.addEventListener('input', () => {
    const t = Number(scrubber.value); // before anything below writes the present time back
    clock.setPlaying(false);
    clock.seek(t);
  });
  const refresh = (): void => {
    if (Number(scrubber.min) !== clock.start) scrubber.min = String(clock.start);
    if (Number(scrubber.max) !== clock.end) scrubber.max = String(clock.end);
    scrubber.value = String(clock.t);
    scrubber.dataset.t = String(clock.t);
    scrubber.setAttribute('aria-valuetext', `${show.timeName} = ${short(clock.t)}`);
    write_text(time, `${show.timeName} = ${fixed(clock.t, clock.end - clock.start)}`);
    set_icon(play, clock.playing ? 'pause' : 'play');
    const word = clock.playing ? 'Pause (space)' : 'Play (space)';
    play.title = word;
    play.setAttribute('aria-label', word);
    loop.setAttribute('aria-pressed', String(clock.loop));
    speed.select.selectedIndex = speeds.indexOf(clock.speed);
    const words = clock.playing ? 'playing' : clock.t >= clock.end ? 'at the end' : 'paused';
    write_text(state, words);
  };
  clock.watch(refresh);
  refresh();
  const hint = element('span', { class: 'hint' }, pace_words(clock.pace));
  const marks = make_marks(show);
  const track = element('div', { class: 'track' }, scrubber, marks);
  return element('div', { class: 'transport', role: 'group', 'aria-label': 'Playback' }, play, first, track, time, state, speed.row, loop, hint);
}

/** As many decimals as tell the frames of the run apart, so that the number does not jitter in width. */
function fixed(t: number, span: number): string {
  const decimals = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(span || 1))));
  return Math.abs(t) < 1e6 ? t.toFixed(decimals).replace('-', '−') : short(t);
}

function pace_words(pace: number): string {
  return pace === 1 ? '×1 = real time' : `×1: 1 s shows ${short(pace, 2)}`;
}

/** The events of the run as marks under the scrubber; there is no room for more than 200. */
function make_marks(show: Show): HTMLElement {
  const marks = element('div', { class: 'marks' });
  const { clock, scene } = show;
  for (const event of scene.events.slice(0, 200)) {
    const fraction = clock.end > clock.start ? (event.t - clock.start) / (clock.end - clock.start) : 0;
    if (fraction < 0 || fraction > 1) continue;
    const words = `${event.name}: ${show.timeName} = ${short(event.t)}`;
    const mark = button('', words, () => clock.seek(event.t), { tabindex: -1 });
    mark.style.left = `${100 * fraction}%`;
    marks.append(mark);
  }
  return marks;
}
