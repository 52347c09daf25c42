// SPDX-License-Identifier: Apache-2.0
#pragma once
// The linear equations of small motions x about a state of rest, along the constraints:
//   P x = x,   ẍ = (P ∂ẍ/∂q P) x + (P ∂ẍ/∂v P) ẋ,   P = N M.

#include <cstdint>
#include <vector>

#include "flow/right_side.h"

namespace zwang::motion {

enum class Stability : std::uint8_t {
  unknown,   // too many coordinates to tell
  stable,    // small motions stay small, as far as the linear equations show
  unstable,  // they grow
  neutral,   // it could rest beside as well
};

struct SmallMotions {
  Index n = 0, rank = 0;
  std::vector<double> P, by_q, by_v;  // n × n, column-major

  /// At rest in q. False where the equations have no tangent, or ẍ no derivative.
  bool form(RightSide& side, double t, const std::vector<double>& q);
};

/// From the eigenvalues; growth ← the fastest growth, per unit of time. At most 100 coordinates.
Stability judge_stability(const SmallMotions& motions, int order, double& growth);

}  // namespace zwang::motion
