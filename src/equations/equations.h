// SPDX-License-Identifier: Apache-2.0
#pragma once
// The seam between text and numbers: programs that fill M, Q, A, b, the residuals, energies and
// observables at a state, and what each row is. Plain, immutable data, complete before a run
// starts, shared by all threads.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/index.h"
#include "equations/argument.h"
#include "equations/block.h"
#include "equations/contact.h"
#include "equations/event.h"
#include "equations/layout.h"
#include "equations/programs.h"
#include "equations/row.h"
#include "equations/solids/solids.h"
#include "equations/switch.h"
#include "equations/two_ends.h"
#include "tape/tape.h"

namespace zwang::equations {

inline constexpr std::uint32_t no_slot = 0xFFFFFFFFu;

/// The rows differentiated once more: where wᵀA = 0 along the motion, wᵀA₁ ẍ = wᵀb₁ is a row that
/// they hide, with A₁ = ∂b/∂v − Ȧ, b₁ = −∂b/∂q q̇ − ∂b/∂t.
struct Hidden {
  bool compiled = false;
  std::vector<unsigned char> refused;    // m: A knows rates there, the row would not be linear
  std::vector<std::vector<Index>> sets;  // rows that hide one: as many as there are hidden rows
};

/// How the instant changes with the state. Columns are q, then v, at given ẍ and λ, which are
/// inputs of the programs:  G = ∂(Q − M ẍ + Aᵀλ), n rows;  H = ∂(b − A ẍ), m rows. With N and K₁
/// of least/derivative.h,  ∂ẍ = N G + K₁ H.
struct Tangent {
  bool compiled = false;
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

struct Equations {
  Index n = 0, m = 0;
  int order = 2;                         // 1: the instant determines rates, not accelerations
  std::vector<std::size_t> mass_blocks;  // sizes; all 1: M is diagonal
  Layout layout;
  std::array<Programs, motion_stages> programs;  // by the number of the stage

  // The array of inputs: slots of the state and of the parameters, then constants of places, then
  // what the prologues compute.
  Index inputs = 0;
  std::vector<std::uint32_t> q_slots, v_slots;  // an acceleration has the slot behind its rate
  std::uint32_t t_slot = 0;
  std::vector<std::uint32_t> parameter_slots;
  std::vector<double> constants;  // behind the slots
  Index constants_begin = 0;

  Tangent tangent;
  std::vector<Reaction> reactions;
  std::vector<Sliding> sliding;
  std::vector<std::uint32_t> control_slots;  // zero while Q is evaluated: Q(u) = Q + Bᵀu
  std::vector<double> control_weights;
  std::vector<std::vector<Index>> servo_controls;  // by constraint: what realises it; or empty
  std::vector<Event> events;
  std::vector<Argument> arguments;
  std::vector<Switch> switches;
  /// What depends on the time alone, term by term: programs over the inputs, with parameters as they are,
  /// for intervals of time.
  std::vector<tape::Tape> clocks;
  Hidden hidden;
  Sensitivity sensitivity;
  TwoEnds two_ends;
  /// Rigid solids, and how what formulas say of their points reaches the coordinates.
  std::optional<Solids> solids;

  std::vector<Row> rows;
  std::vector<double> weights;     // m, or empty: all 1
  std::vector<double> parameters;  // as given
  std::vector<double> q, v;        // start
  double t = 0;
  bool has_energy = true;
  Traits traits;

  /// The programs of a stage; those of a two-ended question are with its ends.
  const Programs& of(Stage stage) const {
    if (is_two_ended(stage)) return two_ends.programs[number(stage) - motion_stages];
    return programs[number(stage)];
  }
  Programs& of(Stage stage) {
    if (is_two_ended(stage)) return two_ends.programs[number(stage) - motion_stages];
    return programs[number(stage)];
  }
  bool has(Stage stage) const { return !of(stage).blocks.empty(); }

  // Where the entries of sparse arrays stand; rows of C_slope are reactions, of B controls.
  const Pattern& A() const { return layout.pattern(Array::A); }
  const Pattern& G() const { return layout.pattern(Array::G); }
  const Pattern& H() const { return layout.pattern(Array::H); }
  const Pattern& B() const { return layout.pattern(Array::B); }
  const Pattern& C_slope() const { return layout.pattern(Array::C_slope); }
};

}  // namespace zwang::equations
