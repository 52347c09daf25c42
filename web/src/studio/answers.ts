// SPDX-License-Identifier: Apache-2.0
// What the worker is asked and what it answers, as the engine writes it (src/studio/studio.h).

export interface Complaint {
  code: string;
  line: number; // from 1; 0: nowhere in the text
  column: number; // in characters
  end: number;
  what: string;
  hint: string;
}

export interface Refusal {
  ok: false;
  complaints: Complaint[];
  error: string;
  stopped?: boolean; // by the reader
  dead?: boolean; // the engine broke down
}

export interface Parameter {
  name: string;
  value: number;
  written: number; // what the text says
  given: boolean; // as a number; else computed from others
  whole: boolean;
  slider?: [number, number]; // as the text says
  about?: string;
}

/** What a reader holds: a body or a particle, where in its frame, where to, along which line of sight. */
export interface Hold {
  on: string;
  at: [number, number, number];
  to: [number, number, number];
  sight: [number, number, number]; // zero: a plane
  rate: number; // of the spring, in radians per unit of time
}

/** Another start than the model's: coordinates and rates by name. */
export interface Start {
  t: number;
  values: Record<string, number>;
}

export interface Spring {
  stiffness: number;
  damping: number;
  mass: number;
}

export interface Posed {
  ok: true;
  on: boolean; // the constraints are met
  apart: number; // from the pointer
  state: Record<string, number>;
  scene: object;
}

export interface Loaded {
  ok: true;
  title: string;
  motion: boolean;
  extremals: boolean;
  parameters: Parameter[];
  duration?: number;
  tolerance?: number;
  method?: string;
}

export interface Finding {
  code: string;
  severity: 'note' | 'warning' | 'error';
  lines: number[];
  text: string;
  hint: string;
}

export interface Checked {
  ok: true;
  freedom: number;
  rows: number;
  rank: number;
  findings: Finding[];
}

export interface Result {
  ok: true;
  kind: 'motion' | 'extremals';
  ending: string;
  message: string;
  steps: number;
  seconds: number;
  scene: object;
  words?: string;
  spring?: Spring; // of a motion that is pulled
}

export interface Question {
  text: string;
  settings: Record<string, number>;
  kind?: 'motion' | 'extremals';
  duration?: number;
  tolerance?: number;
  method?: string;
  words?: boolean;
  error?: boolean;
  run?: boolean; // else only the model is looked at
  unseen?: boolean; // it is not shown
  start?: Start;
  hold?: Hold; // with `run`: a spring pulls; without: the pose is asked for
}

export interface Answer {
  loaded: Loaded | Refusal;
  checked?: Checked | Refusal;
  result?: Result | Refusal;
  posed?: Posed | Refusal;
  numbers?: ArrayBuffer; // columns of doubles
}

export interface Progress {
  t: number;
  from: number;
  until: number;
}
