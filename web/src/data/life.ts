// SPDX-License-Identifier: Apache-2.0
// What lives together ends together: whoever watches something while a picture is made stops when another takes its place.

type End = () => void;

let open: End[] | undefined;

/** To be done when what is being made now goes away; what is made for good never does. */
export function at_end(act: End): void {
  open?.push(act);
}

/** Makes something; `end` undoes what it has begun. Nothing made later belongs to it unless `with` says so. */
export class Life {
  private readonly ends: End[] = [];

  with<T>(make: () => T): T {
    const before = open;
    open = this.ends;
    try {
      return make();
    } finally {
      open = before;
    }
  }

  end(): void {
    for (const act of this.ends.splice(0)) act();
  }
}

/** Adds to a list, until the end. */
export function enlist<T>(list: T[], one: T): void {
  list.push(one);
  at_end(() => {
    const i = list.indexOf(one);
    if (i >= 0) list.splice(i, 1);
  });
}

/** Watches an element, until the end. */
export function observe(observer: ResizeObserver | IntersectionObserver, target: Element): void {
  observer.observe(target);
  at_end(() => observer.disconnect());
}
