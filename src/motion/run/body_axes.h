// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rotations as a method had better see them. A state has a quaternion e and its rate ė; a method is
// given e and u = e⁻¹ė = (ρ, ω/2) in its place, ω in the axes of the body. A steady rotation is then
// an equilibrium of u, and the errors of Runge and Kutta's methods vanish with the distance to it; in
// ė, or in ω along fixed axes, it is none, and near an unstable one errors grow from the start.
// Between the two, with the product of quaternions:
//   ė = e u,   ë = e (u̇ + u u),   δė = δe u + e δu.

#include <vector>

#include "base/aligned.h"
#include "motion/right_side.h"

namespace zwang::motion {

class BodyAxes {
 public:
  explicit BodyAxes(RightSide& side);

  /// Nothing turns freely: states are what methods see.
  bool is_plain() const noexcept { return first_.empty(); }

  /// z ← the state y as a method sees it; dz ← its rate, where f is that of y.
  void turn_in(const double* y, double* z) const noexcept;
  void turn_in_rate(const double* y, const double* f, double* dz) const noexcept;
  /// Back, in place; an error of z, at a state z, likewise.
  void turn_out(double* z) const noexcept;
  void turn_out_error(const double* z, double* error) const noexcept;

  /// dz/dt as a function of z. Lives as long as this.
  ode::System system() noexcept;

 private:
  bool rate(double t, const double* z, double* dz) noexcept;

  RightSide& side_;
  Index n_;
  std::vector<Index> first_;  // numbers of the first of the four
  AlignedArray y_;
};

}  // namespace zwang::motion
