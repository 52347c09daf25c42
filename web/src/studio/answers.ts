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
}

export interface Answer {
  loaded: Loaded | Refusal;
  checked?: Checked | Refusal;
  result?: Result | Refusal;
  numbers?: ArrayBuffer; // columns of doubles
}

export interface Progress {
  t: number;
  from: number;
  until: number;
}
