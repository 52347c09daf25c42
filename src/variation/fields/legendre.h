// SPDX-License-Identifier: Apache-2.0
#pragma once
// Legendre's condition: F_vv is definite on the directions that the rows leave free.

#include "variation/fields/jacobi_plan.h"

namespace zwang::variation {

/// The inertia of ZᵀF_vvZ, Z the directions that all rows leave free, over the curve's points.
struct Legendre {
  bool positive = true, negative = true;  // definite, everywhere; both where nothing is free
  bool singular = false;                  // somewhere
  double where = 0;                       // t, where it is first neither
};

Legendre legendre(const JacobiPlan& plan);

}  // namespace zwang::variation
