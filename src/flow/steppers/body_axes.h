// SPDX-License-Identifier: Apache-2.0
#pragma once
// The variables that explicit steps are made in. A run's state has the rates ė of a quaternion; a step
// of a solid with three different moments has ω in the axes of the body instead. A steady rotation is
// an equilibrium there, and errors of Runge–Kutta methods vanish with the distance to an equilibrium:
// about the middle axis, where neighbours part exponentially, that is worth four digits. Symmetric
// solids have no such rotation, and in their axes ω of a fast top turns with the spin: they keep ė, unless
// nothing but forces acts on them, when ω turns as fast in any axes.

#include <vector>

#include "base/aligned.h"
#include "flow/right_side.h"

namespace zwang::motion {

/// y is the state of StateLayout; z the same numbers but for the rates of those quaternions, where
/// (0, ω) stands.
class BodyAxes {
 public:
  explicit BodyAxes(RightSide& side);

  /// Steps are made in y.
  bool empty() const noexcept { return first_.empty(); }

  /// ż of z. Live while this object stays where it is.
  ode::System system() noexcept;

  void from_coordinates(const double* y, double* z) const noexcept;
  void to_coordinates(const double* z, double* y) const noexcept;
  /// g ← ż where f = ẏ.
  void rate_from_coordinates(const double* y, const double* f, double* g) const noexcept;
  /// An error of z becomes one of y, to first order.
  void error_to_coordinates(const double* z, double* error) const noexcept;

 private:
  RightSide* side_;
  instant::StateLayout at_;
  std::vector<Index> first_;  // the first number of each quaternion
  AlignedArray y_, f_;
};

}  // namespace zwang::motion
