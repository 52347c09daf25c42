// SPDX-License-Identifier: Apache-2.0
#pragma once
// How coordinates, rates and observables answer to neighbouring states and to inputs.

#include <vector>

#include "linear/tangent_space.h"

namespace zwang::linear {

struct Output {
  /// Coordinates by their number; positions and rates by that of the frame.
  enum class Kind : unsigned char { coordinate, position, rate, observable };
  Kind kind = Kind::coordinate;
  Index number = 0;
};

/// y = C s + D u.
struct OutputSlopes {
  Matrix C, D;
};

/// Those of observables are differences along each variable, for nothing compiled knows their derivatives;
/// ẍ and λ go along as exactly as they are known.
OutputSlopes slopes_of_outputs(motion::RightSide& side, const TangentSpace& space,
                               const std::vector<Output>& outputs);

}  // namespace zwang::linear
