// SPDX-License-Identifier: Apache-2.0
// The keyboard. Keys act wherever the focus is, except where they would be typed or already mean something.

import type { Show } from '../data/show';
import type { Stage } from '../picture/stage';
import { toggle_whole } from '../picture/tools';
import { toggle_help } from './help';

const own_keys = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'SUMMARY', 'A']);

/** The focus is on something that uses this key itself. */
function is_taken(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement; // also inside the editor, which is a world of its own
  if (target.isContentEditable) return true;
  if (!own_keys.has(target.tagName)) return false;
  if (target.id === 'scrubber') return false;
  const presses = event.key === ' ' || event.key === 'Enter';
  return presses || target.tagName === 'INPUT' || target.tagName === 'SELECT' || target.tagName === 'TEXTAREA';
}

/** `now` is the picture that is shown: another may take its place. */
export function watch_keys(show: Show, now: () => Stage): void {
  const { clock } = show;
  const move = (share: number): void => {
    clock.setPlaying(false);
    clock.seek(clock.t + share * (clock.end - clock.start));
  };
  const turn = (dx: number, dy: number): void => {
    if (now().camera.flat) now().camera.pan(-dx / 3, -dy / 3);
    else now().camera.turn(dx, dy);
    now().request();
  };
  const follow = (): void => {
    const select = document.getElementById('follow') as HTMLSelectElement | null;
    if (!select) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    now().follow(select.selectedIndex - 1);
  };
  const zoom = (factor: number): void => {
    now().camera.zoom(factor);
    now().request();
  };
  const plain: Record<string, () => void> = {
    ' ': () => clock.setPlaying(!clock.playing),
    k: () => clock.setPlaying(!clock.playing),
    ArrowLeft: () => move(-0.01),
    ArrowRight: () => move(0.01),
    Home: () => clock.seek(clock.start),
    End: () => clock.seek(clock.end),
    '+': () => clock.changeSpeed(1),
    '=': () => clock.changeSpeed(1),
    '-': () => clock.changeSpeed(-1),
    l: () => clock.setLoop(!clock.loop),
    f: follow,
    r: () => now().reset(),
    w: () => void toggle_whole(now()),
    '[': () => zoom(1.15),
    ']': () => zoom(1 / 1.15),
    n: () => show.tracks.length > 1 && choose_next(show),
    '?': toggle_help,
  };
  const shifted: Record<string, () => void> = {
    ArrowLeft: () => turn(-0.1, 0),
    ArrowRight: () => turn(0.1, 0),
    ArrowUp: () => turn(0, -0.1),
    ArrowDown: () => turn(0, 0.1),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || is_taken(event)) return;
    const act = (event.shiftKey && shifted[event.key]) || plain[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function choose_next(show: Show): void {
  const next = (show.chosen + 1) % show.tracks.length;
  document.querySelector<HTMLInputElement>(`input[name="extremal"][value="${next}"]`)?.click();
}
