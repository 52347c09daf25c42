// SPDX-License-Identifier: Apache-2.0
// One renderer for all pictures in space that follow each other: a browser gives a page only a few, and its programs are compiled once.

import { Mesh, type Material, type Object3D, WebGLRenderer } from 'three';

const made = new Map<boolean, WebGLRenderer>();

/** Throws where the browser has no WebGL. */
export function renderer_of(antialias: boolean): WebGLRenderer {
  let found = made.get(antialias);
  if (!found) made.set(antialias, (found = new WebGLRenderer({ antialias })));
  return found;
}

/** Gives back what a picture has put into the memory of the graphics, once its follower has been drawn: what both use stays compiled. */
export function discard(world: Object3D): void {
  setTimeout(() => {
    world.traverse((one) => {
      const { geometry, material } = one as Partial<Mesh>;
      geometry?.dispose();
      for (const some of [material, one.customDepthMaterial].flat() as (Material | undefined)[]) some?.dispose();
    });
  }, 300);
}
