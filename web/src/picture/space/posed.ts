// SPDX-License-Identifier: Apache-2.0
// Many bodies in one call: their vertices lie in one geometry, each with the number of its body, and the shader moves them by the
// pose that stands in a texture. Instances would do the same, but drivers without a graphics card draw those one by one.

import { BufferAttribute, BufferGeometry, DataTexture, FloatType, type Material, RGBAFormat } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Pose } from '../../data/pose';

const across = 128; // bodies in a row of the texture; each has two texels, its origin and its turn

export class PoseTexture {
  readonly texture: DataTexture;
  private readonly numbers: Float32Array;

  constructor(count: number) {
    const rows = Math.max(1, Math.ceil(count / across));
    this.numbers = new Float32Array(4 * 2 * across * rows);
    this.texture = new DataTexture(this.numbers, 2 * across, rows, RGBAFormat, FloatType);
  }

  set(poses: Pose[]): void {
    poses.forEach(({ origin, turn }, i) => {
      this.numbers.set(origin, 8 * i);
      this.numbers.set([turn[1], turn[2], turn[3], turn[0]], 8 * i + 4);
    });
    this.texture.needsUpdate = true;
  }

  /** Makes a material move what it draws. */
  teach(material: Material): void {
    material.onBeforeCompile = (shader) => {
      shader.uniforms.poses = { value: this.texture };
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\n${words}`)
        .replace('#include <beginnormal_vertex>', '#include <beginnormal_vertex>\nobjectNormal = turned(objectNormal);')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\ntransformed = turned(transformed) + pose(0).xyz;');
    };
  }
}

const words = `
attribute float body;
uniform highp sampler2D poses;
vec4 pose(int k) {
  int i = int(body + 0.5);
  return texelFetch(poses, ivec2(2 * (i % ${across}) + k, i / ${across}), 0);
}
vec3 turned(vec3 v) {
  vec4 q = pose(1);
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
`;

/** Several geometries as one; each vertex keeps the number of its body. */
export function join(pieces: { body: number; geometry: BufferGeometry }[]): BufferGeometry {
  if (pieces.length === 0) return new BufferGeometry();
  for (const { body, geometry } of pieces) {
    const count = geometry.attributes.position!.count;
    geometry.setAttribute('body', new BufferAttribute(new Float32Array(count).fill(body), 1));
  }
  return mergeGeometries(pieces.map(({ geometry }) => geometry));
}
