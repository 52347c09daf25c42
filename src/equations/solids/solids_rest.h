// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is left of the forces along what formulas see of bodies, R = Q − M ẍ + Aᵀλ over X, at given ẍ
// and λ: it turns and moves with the bodies.

#include "equations/solids/moving_solids.h"

namespace zwang::equations {

/// Programs have filled in the written Q, M and A, and `moving` knows Ẍ; 3 numbers for each frame.
void fill_rest(const MovingSolids& moving, const double* numbers, const double* acceleration,
               const double* multipliers, double* rest) noexcept;

}  // namespace zwang::equations
