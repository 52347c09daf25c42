// SPDX-License-Identifier: Apache-2.0
// Lines in space: traces with a past and a future, guide curves, springs, surfaces and the floor.

import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GridHelper,
  Group,
  InterleavedBufferAttribute,
  LessDepth,
  type LineBasicMaterial,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  ShadowMaterial,
  Vector3,
} from 'three';
import type { Box } from '../../data/bounds';
import { curve_at, is_moving, surface_at } from '../../data/guides';
import type { Path } from '../../data/paths';
import type { Guide, SceneCurve, SceneSurface, Vector } from '../../data/scene';
import { nice_step } from '../../page/number';

function geometry(xyz: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new BufferAttribute(xyz, 3));
}

/** A line of a width in pixels: WebGL's own are hairs. */
function thick(xyz: Float32Array, material: LineMaterial): Line2 {
  const made = new Line2(new LineGeometry().setPositions(xyz), material);
  made.computeLineDistances();
  return made;
}

/** Vertices go where the last ones were. Another number of them takes a new geometry: three counts a line's pieces once, when it is first drawn. */
function bend(shape: Line2, xyz: number[]): void {
  const start = shape.geometry.attributes.instanceStart;
  const pieces = xyz.length / 3 - 1;
  if (start instanceof InterleavedBufferAttribute && start.count === pieces) {
    // A piece is its two ends.
    for (let i = 0; i < 6 * pieces; ++i) start.data.array[i] = xyz[3 * Math.floor(i / 6) + (i % 6)]!;
    start.data.needsUpdate = true;
    return;
  }
  shape.geometry.dispose();
  shape.geometry = new LineGeometry().setPositions(xyz);
}

/** The same for a surface. */
function warp(shape: Mesh, vertices: number[], triangles: number[]): void {
  const { index, attributes: { position } } = shape.geometry;
  if (position instanceof BufferAttribute && position.array.length === vertices.length && index?.count === triangles.length) {
    position.array.set(vertices);
    index.array.set(triangles);
    position.needsUpdate = index.needsUpdate = true;
    return;
  }
  shape.geometry.dispose();
  shape.geometry = geometry(new Float32Array(vertices)).setIndex(new BufferAttribute(new Uint32Array(triangles), 1));
}

const memory = 0.3; // share of the run in which a trace fades
const trails = 0.32; // what is left of it then
const never = 1e9; // the present of a line that has no past: one of several, which is shown whole and does not fade

/** A line that is drawn up to the present, and the fainter the longer ago: its vertices carry, as a colour, when they are passed. */
function fading(now: { value: number }): LineMaterial {
  const made = new LineMaterial({ linewidth: 2.5, vertexColors: true, transparent: true, depthFunc: LessDepth });
  made.onBeforeCompile = (shader) => {
    shader.uniforms.now = now;
    const fade = `if (vColor.r > now) discard; if (now < ${(0.5 * never).toExponential(1)}) alpha *= mix(1.0, ${trails}, smoothstep(0.0, ${memory}, now - vColor.r));`;
    shader.fragmentShader = `uniform float now;\n${shader.fragmentShader.replace('#include <color_fragment>', fade)}`;
  };
  return made;
}

export interface NamedPath {
  path: Path;
  tint: () => string; // its colour
  shown: () => boolean;
}

/** The paths of one track: all of it faint, what has passed strong. */
export class Traces {
  readonly group = new Group();
  private readonly now = { value: 0 };
  private readonly future = new LineMaterial({ linewidth: 1.25, depthWrite: false });
  private readonly aside = new LineMaterial({ linewidth: 1.5, dashed: true });
  private readonly pairs: { path: NamedPath; strong: Line2; faint: Line2 }[];

  constructor(paths: NamedPath[], unit: number) {
    this.aside.dashSize = 0.012 * unit;
    this.aside.gapSize = 0.009 * unit;
    this.pairs = paths.filter(({ path }) => path.rows.length > 1).map((path) => {
      const strong = thick(path.path.xyz, fading(this.now));
      const { rows } = path.path;
      const last = rows[rows.length - 1]!;
      strong.geometry.setColors(Float32Array.from({ length: 3 * rows.length }, (_, i) => rows[Math.floor(i / 3)]! / last));
      const faint = thick(path.path.xyz, this.future);
      strong.renderOrder = 1; // on the same places as the faint one: drawn after it, and not hidden by it
      this.group.add(faint, strong);
      return { path, strong, faint };
    });
  }

  recolour(colour: (name: string) => string): void {
    for (const { path, strong } of this.pairs) (strong.material as LineMaterial).color.set(path.tint());
    this.future.color.set(colour('trace-future'));
    this.aside.color.set(colour('faint'));
  }

  /** chosen: shown as the one; alone: there is no other, and past differs from future. */
  set(along: number, chosen: boolean, alone: boolean): void {
    for (const { path, strong, faint } of this.pairs) {
      const { rows } = path.path;
      this.now.value = alone ? along / rows[rows.length - 1]! : never;
      faint.material = chosen ? this.future : this.aside;
      faint.visible = path.shown();
      strong.visible = chosen && path.shown();
    }
  }
}

export class Guides {
  readonly group = new Group();
  private readonly line = new LineMaterial({ linewidth: 2 });
  private readonly sheet = new MeshLambertMaterial({
    transparent: true,
    opacity: 0.16,
    side: DoubleSide,
    depthWrite: false,
    flatShading: true, // by what is seen, so that the order of a triangle's corners does not matter
  });

  private readonly moving: ((t: number) => void)[] = [];

  constructor(curves: SceneCurve[], surfaces: SceneSurface[], start: number) {
    for (const curve of curves) {
      const shape = new Line2(new LineGeometry(), this.line);
      shape.frustumCulled = false;
      const place = (t: number): void => {
        const { points, closed } = curve_at(curve, t);
        shape.visible = points.length > 1;
        if (shape.visible) bend(shape, (closed ? [...points, points[0]!] : points).flat());
      };
      this.take(curve, shape, place, start);
    }
    for (const surface of surfaces) {
      const shape = new Mesh(new BufferGeometry(), this.sheet);
      shape.frustumCulled = false;
      const place = (t: number): void => {
        const { vertices, triangles } = surface_at(surface, t);
        warp(shape, vertices, triangles);
      };
      this.take(surface, shape, place, start);
    }
  }

  /** Only what moves is placed again. */
  move(t: number): void {
    for (const place of this.moving) place(t);
  }

  private take(guide: Guide, shape: Object3D, place: (t: number) => void, start: number): void {
    place(start);
    if (is_moving(guide)) this.moving.push(place);
    this.group.add(shape);
  }

  recolour(colour: (name: string) => string): void {
    this.line.color.set(colour('guide'));
    this.sheet.color.set(colour('guide'));
  }
}

/** A spring: a line whose vertices are written anew each frame. */
export class Wire {
  readonly line: Line2;

  constructor(material: LineMaterial) {
    this.line = new Line2(new LineGeometry(), material);
    this.line.frustumCulled = false;
  }

  set(vertices: Vector[]): void {
    bend(this.line, vertices.flat());
  }
}

/** A floor under the scene, square to its vertical, that takes shadows. It goes along with a camera that goes far, cell by cell. */
export class Floor {
  readonly grid: GridHelper;
  readonly shade: Mesh;
  private readonly step: number;
  private readonly home: Vector3;

  constructor(box: Box, up: Vector, unit: number) {
    this.step = nice_step(unit, 9);
    const cells = 2 * Math.ceil((0.62 * unit) / this.step);
    this.grid = new GridHelper(cells * this.step, cells);
    const vertical = new Vector3(...up).normalize();
    this.grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), vertical));
    const middle = new Vector3(...box.low).add(new Vector3(...box.high)).multiplyScalar(0.5);
    const half = new Vector3(...box.high).sub(new Vector3(...box.low)).multiplyScalar(0.5);
    const drop = Math.abs(half.x * vertical.x) + Math.abs(half.y * vertical.y) + Math.abs(half.z * vertical.z);
    // A hair below, so that what lies on the floor does not flicker with it.
    this.home = middle.addScaledVector(vertical, -drop - 0.004 * unit);
    this.shade = new Mesh(new PlaneGeometry(6 * unit, 6 * unit), new ShadowMaterial({ opacity: 0.2 }));
    this.shade.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), vertical);
    this.shade.receiveShadow = true;
    this.stand(this.home);
  }

  private stand(at: Vector3): void {
    this.grid.position.copy(at);
    this.shade.position.copy(at);
  }

  /** In whole cells, so that the ground is seen to pass by. */
  follow(target: Vector): void {
    const away = new Vector3(...target).sub(this.home).applyQuaternion(this.grid.quaternion.clone().invert());
    away.set(Math.round(away.x / this.step) * this.step, 0, Math.round(away.z / this.step) * this.step);
    this.stand(this.home.clone().add(away.applyQuaternion(this.grid.quaternion)));
  }

  recolour(colour: string, dark: boolean): void {
    (this.shade.material as ShadowMaterial).opacity = dark ? 0.5 : 0.2;
    const material = this.grid.material as LineBasicMaterial;
    material.vertexColors = false;
    material.color.set(colour);
    material.needsUpdate = true;
  }
}
