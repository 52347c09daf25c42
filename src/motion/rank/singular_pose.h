// SPDX-License-Identifier: Apache-2.0
#pragma once
// A pose ahead where rows become dependent, and branches of the motion may cross: a parallelogram
// that lies flat.
//
// At the pivot d, rounding of positions, eps |q|, is eps |q|/d across the constraints, and turns their
// tangent by eps |q|/d². A step that ends where this is more than the tolerance loses energy when
// rates are projected, and its estimate of the error is noise, so that steps shrink into the pose.
// A residual c of φ stays c along the way, for φ̈ = 0 is all that stages keep, and near the pose it
// becomes a distance c/(t − t*) across the constraints: what stages there are wrong by is across,
// and the end of the step, projected, knows nothing of it.

#include "base/aligned.h"
#include "motion/run/course.h"

namespace zwang::motion {

class SingularPose {
 public:
  explicit SingularPose(Course& course);

  /// Whether pivots say how near a pose is: those of sparse kernels do not.
  bool is_known() const noexcept { return known_; }

  /// By how much rounding turns the tangent where the pivot is d.
  double turned_by(double d) const noexcept;
  /// Below this pivot it is more than the tolerance; never above 0.05, beyond which there would be no
  /// room for a step.
  double reach() const noexcept;

  struct Ahead {
    double pivot;  // here
    double until;  // how long until it is zero, as the rates have it; infinity where it grows
  };
  /// From the state that the run has come to; steps are about dt.
  Ahead look_ahead(double dt) noexcept;

  /// What is wrong with the energy of a step to (t, y), in units of the kinetic energy there times
  /// the tolerance.
  double energy_error(double t, const double* y) noexcept;

 private:
  double energy(double t, const double* q, const double* v) noexcept;
  double drift(double t, const double* y) noexcept;

  Course& course_;
  bool known_ = false;
  AlignedArray room_;
};

}  // namespace zwang::motion
