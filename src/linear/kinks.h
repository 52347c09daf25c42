// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kinks near a state: where max, min, abs or a comparison changes its side, small motions are no longer linear.

#include <limits>

#include "linear/tangent_space.h"

namespace zwang::linear {

struct Kink {
  bool here = false;  // at the state itself, up to rounding
  /// How far the nearest is, to first order: the largest change of a coordinate, as a share of the largest coordinate.
  double distance = std::numeric_limits<double>::infinity();
};

/// The nearest to a state, of formulas that are not members of families.
Kink nearest_kink(motion::RightSide& side, const TangentSpace& space);

}  // namespace zwang::linear
