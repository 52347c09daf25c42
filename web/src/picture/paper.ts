// SPDX-License-Identifier: Apache-2.0
// The picture on paper: a copy that nobody clears. While paper is laid out, what is drawn by itself may be measured anew, and be blank.

import { on_paper } from '../page/print';
import type { Stage } from './stage';

const fine = 2.5; // pixels for one of the screen: paper has more of them

export function copy_on_paper(stage: Stage): void {
  on_paper(() => {
    const { figure } = stage;
    if (figure.clientWidth === 0 || figure.clientHeight === 0) return () => undefined;
    stage.resize(fine);
    const copy = stage.snapshot();
    copy.className = 'printed';
    figure.append(copy);
    stage.resize();
    return () => copy.remove();
  });
}
