// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large an error may be of a state with columns of derivatives behind it. Of the state as
// motion/run/tolerances.h says. Of a column in proportion to the largest that its s_q, and its s_v, has
// been so far: a component that happens to be small feeds on the others.

#include "equations/equations.h"
#include "motion/run/tolerances.h"

namespace zwang::motion {

class ColumnScales {
 public:
  ColumnScales(const equations::Equations& equations, Index columns, double relative,
               double absolute);

  /// Of the motion alone, after its first state and rate.
  ode::Tolerances of_motion(const double* y, const double* dydt) noexcept;

  /// S as it was given, before anything cancelled; then z = (y, S) and its rate, and the first step.
  void begin(const double* given, const double* z, const double* dzdt, double dt) noexcept;
  void see(const double* z, const double* dzdt) noexcept { note(z, dzdt, 0); }

  const double* absolute() const { return absolute_.data(); }  // for each component of z

 private:
  void note(const double* z, const double* dzdt, double dt) noexcept;
  void note_motion(const double* y, const double* dydt) noexcept;
  void allow(Index part, double scale, double whole) noexcept;

  const equations::Equations& equations_;
  instant::StateLayout at_;
  Index columns_;
  double relative_;
  Tolerances motion_;
  double length_ = 0, speed_ = 0;  // of the motion, the largest so far
  AlignedArray unit_;              // of each column, per unit of the motion
  AlignedArray scale_;             // of s_q and of s_v of each column
  AlignedArray absolute_;
};

}  // namespace zwang::motion
