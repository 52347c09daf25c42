// SPDX-License-Identifier: Apache-2.0
// What a page shows, as the program wrote it: plain data, nothing computed.

/** A number of the picture: the number of a column, a constant, or null for zero. */
export type Entry = number | { value: number } | null;
export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number]; // w x y z

export interface ColumnHead {
  name: string;
  meaning: string;
  group: string;
  of: string;
  unit: string;
  type: 'f64' | 'f32' | 'd32' | 'raw'; // raw: doubles as the engine of a live page gives them
  offset: number;
  count: number;
  min: number;
  max: number;
}

export interface ScenePoint {
  name: string;
  at: Entry[];
  kind: 'particle' | 'anchor' | 'draw';
  color?: string; // #rrggbb, where the model says it
  radius?: number;
  hidden?: boolean; // something else shows it
}

/** inertia: seen through, and only where the reader asks for it. */
export type ShapeLook = 'inertia';
/** What a part is made of, where it has not the colour of its body; or a colour of its own. */
export type Paint = 'pin' | 'rail' | 'steel' | 'tyre' | `#${string}`;

export type Shape = { at?: Vector; turn?: Quaternion; look?: ShapeLook; paint?: Paint } & (
  | { kind: 'box'; size: Vector }
  | { kind: 'sphere'; radius: number } // 0: of a size that the page chooses, a point mass
  | { kind: 'cylinder'; radius: number; length: number; rim?: number } // along z; rim: it rolls, and has this share of m r²
  | { kind: 'ellipsoid'; radii: Vector }
  | { kind: 'rod'; from: Vector; to: Vector; radius: number }
  | { kind: 'hull'; corners: Vector[] }
  | { kind: 'mesh'; corners: Vector[]; triangles: number[] } // three corners each, counter-clockwise seen from outside
  | { kind: 'ring'; radius: number; tube: number } // about z
  | { kind: 'plate'; corners: Vector[]; normal: Vector; radius: number } // convex, counter-clockwise about the normal
);

export interface SceneJoint {
  kind: 'fixed' | 'hinge' | 'slider' | 'cylinder' | 'screw' | 'universal' | 'ball' | 'planar';
  parent: number; // −1: the ground
  at: Vector; // in the parent's frame, as the axis
  axis: Vector;
  own_axis: Vector; // in the body's frame
}

export interface SceneBody {
  name: string;
  origin: Entry[];
  turn: Entry[];
  shapes: Shape[];
  mass?: number;
  given?: boolean; // the model says what it looks like
  color?: string; // #rrggbb, where the model says it
  joint?: SceneJoint;
  points?: Vector[];
}

/** A place: a point of the list, a place fixed in a body, or one fixed in the world. */
export interface Place {
  point?: number;
  body?: number;
  at?: Vector;
}

export interface SceneRod {
  name: string;
  from: Place;
  to: Place;
  kind: 'constraint' | 'spring' | 'draw' | 'closure';
}

/** What a constraint confines to. It may change from key to key. */
export interface Guide {
  name: string;
  keys?: Key[];
}

export interface Key {
  t: number;
}

export interface SceneCurve extends Guide {
  points: Vector[];
  closed: boolean;
  keys?: (Key & { points: Vector[]; closed: boolean })[];
}

export interface SceneSurface extends Guide {
  vertices: number[];
  triangles: number[];
  keys?: (Key & { vertices: number[]; triangles: number[] })[];
}

export type ArrowKind = 'constraint' | 'applied' | 'nonideal' | 'joint';

export interface SceneArrow {
  name: string;
  kind: ArrowKind;
  at: Place;
  vector: Entry[];
  unique?: boolean; // false: other forces would do as well, and this is the smallest
  shown?: boolean; // false: hidden until the reader asks for it
}

export interface SceneTrace extends Place {
  name?: string;
  shown?: boolean; // false: hidden until the reader asks for it
}

export interface SceneEvent {
  t: number;
  name: string;
  text: string;
}

export interface SceneExtremal {
  name: string;
  verdict: string;
  action: number | null; // null: it has none
  from: number;
  count: number;
}

export interface Scene {
  format: number;
  title: string;
  kind: 'motion' | 'extremals';
  dimensions: 2 | 3;
  up: Vector;
  length: number;
  samples: number;
  data: { bytes: number; coding: string };
  columns: ColumnHead[];
  points: ScenePoint[];
  bodies: SceneBody[];
  still: Shape[]; // what stands still, in the world
  rods: SceneRod[];
  curves: SceneCurve[];
  surfaces: SceneSurface[];
  arrows: SceneArrow[];
  traces: SceneTrace[];
  events: SceneEvent[];
  extremals: SceneExtremal[];
  units: { si: string; unit: string; factor: number }[]; // what plots show instead of a unit of the SI
  left_out: string[]; // sentences: what the picture does not show
}

/** Reads the scene; a list that is absent is empty. */
export function read_scene(text: string): Scene {
  const scene = JSON.parse(text) as Partial<Scene>;
  return {
    format: 1,
    title: '',
    kind: 'motion',
    dimensions: 3,
    up: [0, 0, 1],
    length: 1,
    samples: 0,
    data: { bytes: 0, coding: 'deflate' },
    columns: [],
    points: [],
    bodies: [],
    still: [],
    rods: [],
    curves: [],
    surfaces: [],
    arrows: [],
    traces: [],
    events: [],
    extremals: [],
    units: [],
    left_out: [],
    ...scene,
  };
}
