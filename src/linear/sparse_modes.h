// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slowest modes of a large system at rest, by sparse factors: K x = μ M x along the constraints.

#include "flow/right_side.h"
#include "linear/matrix.h"

namespace zwang::linear {

struct SparseModes {
  const char* problem = nullptr;  // why there are none
  Vector values;                  // μ: squares of angular frequencies; negative: it grows
  Vector errors;                  // of μ, from the residuals
  Matrix shapes;                  // a column for each, over all coordinates
  Index freedom = 0;
};

/// The `count` eigenvalues μ that are nearest to zero, ascending. At a state of rest, of a system of second order whose forces
/// do not depend on rates there and have a potential, with independent rows that bind coordinates.
SparseModes slowest_modes(motion::RightSide& side, double t, const Vector& q, Index count);

}  // namespace zwang::linear
