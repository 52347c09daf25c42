// SPDX-License-Identifier: Apache-2.0
// Binary glTF 2.0: meshes by colour, nodes, and their motion, in one file that other programs open.

import type { BufferGeometry } from 'three';

type Kind = 'SCALAR' | 'VEC3' | 'VEC4';
type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

const widths: Record<Kind, number> = { SCALAR: 1, VEC3: 3, VEC4: 4 };

/** What of a node moves. */
export type Path = 'translation' | 'rotation' | 'scale';

const padded = (bytes: Uint8Array<ArrayBuffer>, filler: number): Uint8Array<ArrayBuffer> => {
  const made = new Uint8Array(4 * Math.ceil(bytes.length / 4)).fill(filler);
  made.set(bytes);
  return made;
};

/** Of length 1, as the format asks; a triangle without area has any. */
function normals_of(geometry: BufferGeometry): Float32Array<ArrayBuffer> {
  const made = Float32Array.from(geometry.attributes.normal!.array);
  for (let i = 0; i < made.length; i += 3) {
    const size = Math.hypot(made[i]!, made[i + 1]!, made[i + 2]!);
    made.set(size > 0 ? [made[i]! / size, made[i + 1]! / size, made[i + 2]! / size] : [0, 0, 1], i);
  }
  return made;
}

export class Gltf {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  private size = 0;
  private readonly views: object[] = [];
  private readonly accessors: object[] = [];
  private readonly meshes: object[] = [];
  private readonly materials: object[] = [];
  private readonly colours = new Map<string, number>();
  private readonly nodes: object[] = [];
  private readonly samplers: object[] = [];
  private readonly channels: object[] = [];

  private store(numbers: Numbers, kind: Kind, target?: number): number {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    this.views.push({ buffer: 0, byteOffset: this.size, byteLength: bytes.length, ...(target ? { target } : {}) });
    this.pieces.push(bytes);
    this.size += bytes.length; // all have four bytes a number
    const width = widths[kind];
    const ends = (pick: (...all: number[]) => number, from: number): number[] =>
      Array.from({ length: width }, (_, k) => (numbers as Float32Array).reduce((most, x, i) => (i % width === k ? pick(most, x) : most), from));
    this.accessors.push({
      bufferView: this.views.length - 1,
      componentType: numbers instanceof Uint32Array ? 5125 : 5126,
      count: numbers.length / width,
      type: kind,
      min: ends(Math.min, Infinity),
      max: ends(Math.max, -Infinity),
    });
    return this.accessors.length - 1;
  }

  /** rgb: linear, from 0 to 1. What is seen through is seen from both sides. */
  private material(rgb: readonly [number, number, number], opacity = 1): number {
    const key = [...rgb, opacity].join();
    let found = this.colours.get(key);
    if (found === undefined) {
      found = this.materials.push({ pbrMetallicRoughness: { baseColorFactor: [...rgb, opacity], metallicFactor: 0.1, roughnessFactor: 0.5 }, ...(opacity < 1 ? { alphaMode: 'BLEND', doubleSided: true } : {}) }) - 1;
      this.colours.set(key, found);
    }
    return found;
  }

  /** A mesh of geometries, each of one colour. */
  mesh(parts: { geometry: BufferGeometry; rgb: readonly [number, number, number]; opacity?: number }[]): number {
    const primitives = parts.map(({ geometry, rgb, opacity }) => ({
      attributes: {
        POSITION: this.store(Float32Array.from(geometry.attributes.position!.array), 'VEC3', 34962),
        NORMAL: this.store(normals_of(geometry), 'VEC3', 34962),
      },
      ...(geometry.index ? { indices: this.store(Uint32Array.from(geometry.index.array), 'SCALAR', 34963) } : {}),
      material: this.material(rgb, opacity),
    }));
    return this.meshes.push({ primitives }) - 1;
  }

  /** A line through places. */
  line(places: Float32Array<ArrayBuffer>, closed: boolean, rgb: readonly [number, number, number]): number {
    return this.meshes.push({ primitives: [{ attributes: { POSITION: this.store(places, 'VEC3', 34962) }, mode: closed ? 2 : 3, material: this.material(rgb) }] }) - 1;
  }

  node(node: object): number {
    return this.nodes.push(node) - 1;
  }

  /** The times of a motion, for those that follow. */
  times(seconds: Float32Array<ArrayBuffer>): number {
    return this.store(seconds, 'SCALAR');
  }

  move(node: number, path: Path, times: number, values: Float32Array<ArrayBuffer>): void {
    this.samplers.push({ input: times, output: this.store(values, path === 'rotation' ? 'VEC4' : 'VEC3'), interpolation: 'LINEAR' });
    this.channels.push({ sampler: this.samplers.length - 1, target: { node, path } });
  }

  /** The file; `root` is the node that holds all others. */
  bytes(root: number, name: string): BlobPart[] {
    const text = JSON.stringify({
      asset: { version: '2.0', generator: 'zwang' },
      scene: 0,
      scenes: [{ name, nodes: [root] }],
      nodes: this.nodes,
      ...(this.meshes.length > 0 ? { meshes: this.meshes, materials: this.materials } : {}),
      ...(this.channels.length > 0 ? { animations: [{ name: 'motion', samplers: this.samplers, channels: this.channels }] } : {}),
      ...(this.views.length > 0 ? { accessors: this.accessors, bufferViews: this.views, buffers: [{ byteLength: this.size }] } : {}),
    });
    const words = padded(new TextEncoder().encode(text), 0x20);
    const head = (...numbers: number[]): Uint32Array<ArrayBuffer> => Uint32Array.from(numbers);
    const whole = 12 + 8 + words.length + (this.size > 0 ? 8 + this.size : 0);
    const binary = this.size > 0 ? [head(this.size, 0x004e4942), ...this.pieces] : [];
    return [head(0x46546c67, 2, whole), head(words.length, 0x4e4f534a), words, ...binary];
  }
}
