// SPDX-License-Identifier: Apache-2.0
#pragma once
// Periodic motions by shooting: a start x, a period T and perhaps a parameter p for which the motion returns,
//   φ_T(x; p) = x.
// With Φ = ∂φ_T/∂x, along the tangent space of the constraints only, whose basis at x is B, one step of Newton is
//   Bᵀ(Φ − 1)B s + Bᵀf_T δT + Bᵀφ_p δp = −Bᵀ(φ_T(x) − x),   fᵀB s = 0,
// the second row where T is not given: not along the motion. Where motions belong to families the step is the
// shortest, so that the nearest member is found. Knows no models.

#include <complex>
#include <cstdint>
#include <vector>

#include "periodic/question.h"

namespace zwang::periodic {

struct Orbit {
  bool found = false;
  Place place;
  double residual = 0;  // what is left of the return, in units of the sizes
  std::vector<std::complex<double>> multipliers;
  Index freedom = 0;  // of the start: as many multipliers
  Index family = 0;   // directions in which neighbouring orbits lie, besides that along the motion
  int rounds = 0;
  std::vector<double> along;  // with a parameter: unit tangent of the branch, (x, T, p) in sizes
};

/// Newton from a first guess; the parameter is held.
Orbit find_orbit(const Question& question, Place guess);

enum class Special : std::uint8_t { none, fold, branch, doubling, torus, last };

struct BranchPoint {
  Orbit orbit;
  Special special = Special::none;
};

struct BranchOptions {
  double until = 0;  // value of the parameter
  double least = 0;  // of the parameter: the branch ends beyond these
  double most = 0;
  int points = 400;      // at most
  double step = 0.02;    // first, in sizes
  double longest = 0.1;  // step
};

struct Branch {
  std::vector<BranchPoint> points;
  bool complete = false;  // it came to an end of the range
};

/// Follows a branch of orbits by its arc length (Keller), through folds. `first` must have been found.
Branch follow_branch(const Question& question, const Orbit& first, const BranchOptions& options);

}  // namespace zwang::periodic
