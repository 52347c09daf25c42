// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rest: a state from which nothing moves, near the start of a model.

#include <string>
#include <string_view>
#include <vector>

#include "zwang/model.h"

namespace zwang {

/// What becomes of small motions nearby, as far as linear equations show.
enum class Rest {
  undecided,  // contacts or friction hold it, or it has over 100 coordinates
  stable,     // they stay small
  neutral,    // it could rest beside as well
  unstable,   // they grow
};

std::string_view name(Rest rest) noexcept;  // "stable", …

struct Equilibrium {
  std::string problem;  // why there is none; empty: there is one
  std::string text;     // about it, in sentences
  State state;          // at rest, on the constraints
  Rest rest = Rest::undecided;
  double growth = 0;  // of an unstable one: small motions grow as exp(growth·t)
  double moved = 0;   // the largest change of a coordinate, from the start
  /// Of each coordinate: state.q ± error, what forces left unbalanced and rounding amount to. NaN: unknown,
  /// where contacts or friction hold it, or it could rest beside as well.
  std::vector<double> error;
};

/// With contacts and friction, where whole sets of states are at rest: the start if it can rest, else where
/// the system gets to when it is let creep. `start`: another start than the model's. Throws InputError where its size
/// does not fit.
Equilibrium find_equilibrium(const Model& model);
Equilibrium find_equilibrium(const Model& model, const State& start);

}  // namespace zwang
