// SPDX-License-Identifier: Apache-2.0
#pragma once
// Back onto the constraints: Gauss's principle for positions and for rates. The change is the least
// in the metric of M, so that redundant rows need no special case and the order of an integrator
// is kept.

#include <vector>

#include "motion/right_side.h"

namespace zwang::motion {

/// How far a state is from the constraints: |φ_i|/‖A_i‖ and |φ̇_i|/‖A_i‖, the largest of each.
struct Residuals {
  double position = 0, velocity = 0;
};

struct Projection {
  bool converged = true;  // no change brings the state nearer to the constraints
  bool feasible = true;   // and it is on them, to rounding
  double moved = 0;       // largest change of a coordinate
  double rate_moved = 0;  // largest change of a rate
  Residuals left;
};

class Projector {
 public:
  explicit Projector(RightSide& side);

  /// Moves q, then v.
  Projection project(double t, double* q, double* v) noexcept;
  /// The same from a rough guess: steps are shortened until they bring the state nearer, so that it
  /// stays on the branch it began on.
  Projection assemble(double t, double* q, double* v) noexcept;

  Residuals residuals(double t, const double* q, const double* v) noexcept;

  /// Which rows are kept by moving positions, and which by moving rates.
  const std::vector<unsigned char>& positions() const { return positions_; }
  const std::vector<unsigned char>& rates() const { return rates_; }

 private:
  struct Part;
  double measure(const double* residual, const std::vector<unsigned char>& takes_part) noexcept;
  bool move(const Part& part, double t, double* q, double* v, bool careful,
            Projection& projection) noexcept;
  Projection project(double t, double* q, double* v, bool careful) noexcept;
  void evaluate(double t, const double* q, const double* v) noexcept;

  RightSide& side_;
  std::vector<unsigned char> positions_, rates_;
  bool any_position_ = false, any_rate_ = false;
  AlignedArray wanted_, before_;
};

}  // namespace zwang::motion
