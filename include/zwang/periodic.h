// SPDX-License-Identifier: Apache-2.0
#pragma once
// Periodic motions: a start and a period after which the motion returns, its Floquet multipliers and
// stability, and branches of such motions over a parameter.

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zwang/linear.h"

namespace zwang {

/// What is not given here is as the model's [periodic] says.
struct PeriodicOptions {
  std::optional<double> period;  // of a driven system, or where it must be this
  std::optional<double> guess;   // or about this: it is found
  std::optional<State> start;    // another first guess than the model's start
  std::optional<double> tolerance;
  std::optional<std::string> over;  // a parameter over which the motion is followed,
  double from = 0, to = 0;          // from the first value to the second
  int points = 400;                 // at most
  std::function<bool()> goes_on;    // asked between steps; false ends the search, as a problem
};

struct PeriodicMotion {
  State start;
  double period = 0;
  double residual = 0;  // of the return, in units of the motion
  /// Largest first; where the period was found, one of them is 1, along the motion.
  std::vector<std::complex<double>> multipliers;
  Stability stability = Stability::undecided;
  double parameter = 0;  // on a branch
  std::string special;   // on a branch: "fold", "branch point", "period doubling", "torus", "end"
};

struct PeriodicResult {
  std::string problem;  // why there is no answer; empty: there is one
  std::string text;     // about the motion and its stability, in sentences
  PeriodicMotion motion;
  bool period_was_found = false;
  std::size_t freedom = 0;  // as many multipliers
  std::size_t family = 0;   // directions in which other periodic motions lie close by
  int rounds = 0;           // motions that were followed
  std::string over;
  std::vector<PeriodicMotion> branch;
  std::vector<std::string> notes;
};

/// Throws InputError for what cannot be asked, ModelError where the model asks for it.
PeriodicResult periodic_motion(const Model& model, const PeriodicOptions& options = {});

std::string to_json(const PeriodicResult& result, const Model& model);

}  // namespace zwang
