// SPDX-License-Identifier: Apache-2.0
// Which quantities may share an axis: those of one dimension and one magnitude.

/** What is measured, as far as a name tells: angles and lengths never share an axis. */
export function dimension_of(name: string): 'angle' | 'orientation' | 'other' {
  if (/orientation/.test(name)) return 'orientation';
  return /(^|[._])(angle|theta|phi|psi|roll|pitch|yaw|omega)\d*('|$|\.|\[|_)/i.test(name) ? 'angle' : 'other';
}

const near = 15; // times: a curve smaller than that beside another is a flat line
const most = 4; // axes of one dimension: the last takes what is left

/** Splits things with sizes into groups of one magnitude, largest first; the order within a group is kept. Nothing goes with anything. */
export function by_magnitude<T>(things: T[], size: (thing: T) => number): T[][] {
  const left = things.map((thing, at) => ({ thing, at, size: size(thing) })).sort((a, b) => b.size - a.size);
  const groups: (typeof left)[] = [];
  for (const one of left) {
    const last = groups[groups.length - 1];
    const fits = last && (one.size === 0 || one.size * near >= last[0]!.size || groups.length === most);
    if (fits) last.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => group.sort((a, b) => a.at - b.at).map(({ thing }) => thing));
}
