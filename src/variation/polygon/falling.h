// SPDX-License-Identifier: Apache-2.0
#pragma once
// The direction in which a stationary point is least of all a minimum.

#include "variation/polygon/bordered.h"

namespace zwang::variation {

/// η of the lowest eigenvalue of H against W where J η = 0, largest entry 1; empty where none is
/// negative. Bisection by inertia, then inverse iteration.
std::vector<double> falling_direction(Bordered& system, Index unknowns);

/// σ from `least` on, by fours, until nothing falls; ∞ if that does not happen.
double definite_shift(Bordered& system, double least);

}  // namespace zwang::variation
