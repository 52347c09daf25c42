// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one rule that decides rank, and its two tolerances.
//
// A direction counts if its pivot |R_kk|, rows equilibrated to length 1, exceeds tolerance × the
// first pivot. Equilibrating makes the rule blind to the units in which a row was written.
//   instant   10·max(m,n)·eps   the numbers are exact, only rounding is to be cut
//   stepping  1e-6              an integrator's stages are off the constraints by their local
//                               error, so redundant rows look independent by that much
// A direction that the second cuts and the first does not is near-singular: it is reported, and
// solved proximally; it is never dropped silently.

#include <limits>

#include "base/index.h"

namespace zwang::linalg {

constexpr double kEps = std::numeric_limits<double>::epsilon();

constexpr double instant_tolerance(Index m, Index n) {
  return 10 * static_cast<double>(m > n ? m : n) * kEps;
}

constexpr double stepping_tolerance() { return 1e-6; }

/// How near-singular directions are solved while stepping: so many steps, each with this damping μ of
/// the squares of singular values. What is weaker than about √(μ/10) stays as in free motion, what is
/// stronger than 1e-2 is met to rounding.
constexpr double damping() { return 1e-6; }
constexpr int damped_steps() { return 10; }

/// A pivot of the Cholesky factor of M that is at most this, relative to its diagonal entry, is
/// rounding: M is singular, even where a plain Cholesky would go through.
constexpr double mass_tolerance(Index n) { return 10 * static_cast<double>(n) * kEps; }

/// A coefficient of a dependence between rows that is at most this (rows equilibrated, largest
/// coefficient 1) is rounding: solving with pivots down to `least_pivot` amplifies eps by
/// 1/least_pivot. Never above 1e-4: what is larger than that is not called rounding.
constexpr double coefficient_tolerance(Index m, Index n, double least_pivot) {
  const double tolerance = 10 * instant_tolerance(m, n) / least_pivot;
  return tolerance < 1e-4 ? tolerance : 1e-4;
}

}  // namespace zwang::linalg
