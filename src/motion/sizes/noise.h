// SPDX-License-Identifier: Apache-2.0
#pragma once
// What rounding makes of a state and of its rate, by trying: the state is moved by a few roundings of
// itself and brought back onto the constraints, the numbers of its instant are moved likewise, and what
// comes out is compared. How coordinates depend on each other, and in which units, is all in there.

#include "base/aligned.h"
#include "flow/project.h"
#include "flow/tolerances.h"

namespace zwang::motion {

class NoiseLook {
 public:
  explicit NoiseLook(Index size);

  /// At a state on the constraints, and its rate f. Leaves other numbers in the side.
  void look(RightSide& side, Projector& projector, double t, const double* y, const double* f,
            Tolerances& tolerances) noexcept;

 private:
  bool measure(RightSide& side, Projector& projector, double t, const double* y, const double* f,
               const Tolerances& tolerances) noexcept;

  AlignedArray shaken_, rate_;  // a neighbour
  AlignedArray state_noise_, rate_noise_;
};

}  // namespace zwang::motion
