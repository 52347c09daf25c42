// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large an error may be of a state with columns of derivatives behind it. Of the state as
// motion/run/tolerances.h says. A column is measured in units of the motion: what the largest of its
// components is to the size of that coordinate, all are allowed to be to theirs, coordinates and rates
// apart. So a component that happens to be small feeds on the others, whatever units they have.

#include "equations/equations.h"
#include "flow/tolerances.h"

namespace zwang::motion {

class ColumnScales {
 public:
  /// `known`: what another run of the same motion has shown, where there was one.
  ColumnScales(const equations::Equations& equations, Index columns, double relative,
               double absolute, const Magnitudes* known);

  /// Where nothing is known of the motion yet: to be learned by looking.
  Tolerances& motion() noexcept { return motion_; }
  /// Of the motion alone, after its first state, for a step of dt.
  ode::Tolerances of_motion(const double* y, const double* dydt, double dt) noexcept;

  /// S as it was given, before anything cancelled; then z = (y, S) and its rate, and the first step.
  void begin(const double* given, const double* z, const double* dzdt, double dt) noexcept;
  void see(const double* z, const double* dzdt, double dt) noexcept { note(z, dzdt, 0, dt); }

  const double* absolute() const { return absolute_.data(); }  // for each component of z

 private:
  void note(const double* z, const double* dzdt, double ahead, double dt) noexcept;
  void note_column(Index part, const double* s, const double* change, double ahead) noexcept;

  const equations::Equations& equations_;
  instant::StateLayout at_;
  Index columns_;
  double relative_;
  Tolerances motion_;
  AlignedArray unit_;     // of each column, per unit of the motion
  AlignedArray share_;    // of s_q and of s_v of each column: the largest so far, in such units
  AlignedArray largest_;  // of each component of each column
  AlignedArray absolute_;
};

}  // namespace zwang::motion
