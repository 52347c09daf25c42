// SPDX-License-Identifier: Apache-2.0
#pragma once
// The seam between text and numbers: programs that fill M, Q, A, b, the residuals, energies and
// observables at a state, and what each row is. Plain, immutable data, complete before a run
// starts, shared by all threads.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/index.h"
#include "equations/block.h"
#include "equations/contact.h"
#include "equations/event.h"
#include "equations/pattern.h"
#include "equations/row.h"
#include "equations/two_ends.h"

namespace zwang::equations {

inline constexpr std::uint32_t no_slot = 0xFFFFFFFFu;

/// Where each array begins in the one array of numbers that a workspace holds.
struct Layout {
  Index M = 0;         // blocks of the mass matrix, row-major, one after the other
  Index Q = 0;         // n
  Index A = 0;         // the entries of its pattern
  Index b = 0;         // m
  Index residual = 0;  // m  φ, f or g
  Index rate = 0;      // m  φ̇ of the position level, f of the velocity level
  Index energy = 0;    // 1
  Index power = 0;     // 1  of what the energy does not contain, constraints excepted
  Index observables = 0;
  Index G = 0, H = 0;     // the entries of their patterns
  Index C = 0;            // n  of the non-ideal forces
  Index C_slope = 0;      // the entries of its pattern: ∂C/∂reaction
  Index limits = 0;       // two for each sliding contact: of sliding, of sticking
  Index sliding = 0;      // sliding velocities, contact after contact, as many as it has rows
  Index B = 0;            // the entries of its pattern: ∂Q/∂control
  Index events = 0;       // one for each event: what is watched
  Index sets = 0;         // one for each target of the events' sets
  Index A1 = 0, b1 = 0;   // the entries of its pattern, and m: the rows, differentiated once more
  Index force_slope = 0;  // n for each parameter of Sensitivity: ∂(Q − M ẍ + Aᵀλ)
  Index row_slope = 0;    // m for each: ∂(b − A ẍ)
  Index residual_slope = 0, rate_slope = 0;  // m for each
  Index size = 0;
};

/// The rows differentiated once more: where wᵀA = 0 along the motion, wᵀA₁ ẍ = wᵀb₁ is a row that
/// they hide, with A₁ = ∂b/∂v − Ȧ, b₁ = −∂b/∂q q̇ − ∂b/∂t.
struct Hidden {
  bool compiled = false;
  Pattern A1;
  std::vector<unsigned char> refused;    // m: A knows rates there, the row would not be linear
  std::vector<std::vector<Index>> sets;  // rows that hide one: as many as there are hidden rows
};

/// How the instant changes with the state. Columns are q, then v, at given ẍ and λ, which are
/// inputs of the programs:  G = ∂(Q − M ẍ + Aᵀλ), n rows;  H = ∂(b − A ẍ), m rows. With N and K₁
/// of least/derivative.h,  ∂ẍ = N G + K₁ H.
struct Tangent {
  bool compiled = false;
  Pattern G, H;
  // Where the programs read λ: for rows of lone formulas a slot each, for families one array.
  std::vector<std::uint32_t> multiplier_slots;  // m; or no_slot
  Index multipliers_begin = 0;
};

/// How the instant and the start change with parameters, at given ẍ and λ as in Tangent (whose slots
/// of λ are set). A parameter that others are computed from moves them too: all are totals.
struct Sensitivity {
  bool compiled = false;
  std::vector<Index> parameters;  // their numbers
  std::vector<double> q, v;       // n for each parameter: ∂ of the start
};

/// What the formulas depend on. Some methods take only some systems.
struct Traits {
  bool mass_varies = true;    // M contains a coordinate, a rate or the time
  bool force_by_rate = true;  // Q contains a rate
};

/// A set of blocks that are evaluated together.
struct Stage {
  std::vector<Block> blocks;
  std::vector<Prologue> prologues;
  std::vector<std::uint32_t> zero;  // numbers that blocks add to
};

struct Equations {
  Index n = 0, m = 0;
  int order = 2;  // 1: the instant determines rates, not accelerations
  Pattern A;
  std::vector<std::size_t> mass_blocks;  // sizes; all 1: M is diagonal
  Layout layout;

  // The array of inputs: slots of the state and of the parameters, then constants of places, then
  // what the prologues compute.
  Index inputs = 0;
  std::vector<std::uint32_t> q_slots, v_slots;  // an acceleration has the slot behind its rate
  std::uint32_t t_slot = 0;
  std::vector<std::uint32_t> parameter_slots;
  std::vector<double> constants;  // behind the slots
  Index constants_begin = 0;

  Stage dynamics;     // M, Q, A, b
  Stage projection;   // M, A, residual, rate
  Stage energy;       // energy, power
  Stage observe;      // observables
  Stage derivatives;  // G, H
  Tangent tangent;

  Stage nonideal;      // C, C_slope, limits; reads the slots of reactions and directions
  Stage slide;         // sliding
  Stage control;       // B
  Stage watch;         // events; reads reactions, controls, accelerations
  Stage set;           // sets
  Stage hide;          // A1, b1
  Stage by_parameter;  // the slopes
  // Of a two-ended question; TwoEndsLayout says what each fills.
  Stage settle, guess, density, density_slopes, second;
  Stage ends[2], end_curvature[2];
  std::vector<Reaction> reactions;
  Pattern C_slope;  // a row for each reaction, columns are coordinates
  std::vector<Sliding> sliding;
  std::vector<std::uint32_t> control_slots;  // zero while Q is evaluated: Q(u) = Q + Bᵀu
  Pattern B;                                 // a row for each control, columns are coordinates
  std::vector<double> control_weights;
  std::vector<std::vector<Index>> servo_controls;  // by constraint: what realises it; or empty
  std::vector<Event> events;
  Hidden hidden;
  Sensitivity sensitivity;
  TwoEnds two_ends;

  std::vector<Row> rows;
  std::vector<double> weights;     // m, or empty: all 1
  std::vector<double> parameters;  // as given
  std::vector<double> q, v;        // start
  double t = 0;
  bool has_energy = true;
  Traits traits;
};

}  // namespace zwang::equations
