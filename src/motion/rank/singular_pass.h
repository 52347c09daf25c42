// SPDX-License-Identifier: Apache-2.0
#pragma once
// Over a singular pose, if there is one ahead, by a step of another length: to beyond its reach, or else
// to well before. Such a step is judged by its error along the constraints and by the energy, and may
// be as wrong as rounding where it begins.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/aligned.h"
#include "motion/run/candidate.h"

namespace zwang::motion {

/// A pose ahead where rows become dependent, and branches of the motion may cross: a parallelogram
/// that lies flat.
///
/// At the pivot d, rounding of positions, eps |q|, is eps |q|/d across the constraints, and turns their
/// tangent by eps |q|/d². A step that ends where this is more than the tolerance loses energy when
/// rates are projected, and its estimate of the error is noise, so that steps shrink into the pose.
/// A residual c of φ stays c along the way, for φ̈ = 0 is all that stages keep, and near the pose it
/// becomes a distance c/(t − t*) across the constraints: what stages there are wrong by is across,
/// and the end of the step, projected, knows nothing of it.
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

/// Methods that tell errors along the constraints from those across.
template <class Stepper>
concept KnowsErrorAlong = requires(const Stepper& stepper) {
  stepper.along();
};

template <class Stepper>
class SingularPass {
 public:
  static constexpr bool applies = KnowsErrorAlong<Stepper>;

  explicit SingularPass(Candidate<Stepper>& step)
      : step_(step), pose_(step.course), room_(step.course.at.size()) {}

  /// Whether rounding decides about the step at hand: it ends within reach of a singular pose, or
  /// errors across the constraints forbid it, those along them do not.
  bool may_help(double error) const {
    if (step_.outcome != ode::Outcome::done || !pose_.is_known()) return false;
    return (error > 1 && step_.stepper.along() <= 1) || ends_in_reach();
  }

  /// Makes another step of it, of length dt, where that is better; its error.
  double pass(double& dt, double error) {
    const bool ends_there = ends_in_reach();
    const SingularPose::Ahead ahead = pose_.look_ahead(dt);
    const bool comes = ends_there ? ahead.until < 3 * dt : ahead.until < dt && ahead.pivot < 0.25;
    if (!comes) return keep(error);
    const double best = best_length(dt, ahead);
    if (best == 0 && error > 1) return keep(error);
    if (best > 0) dt = best;
    if (tried_ != dt) error = step_.attempt(dt);
    return best > 0 ? std::min(1.0, step_.stepper.along()) : error;
  }

 private:
  bool ends_in_reach() const { return step_.course.projector.least_pivot() < pose_.reach(); }

  // The one with the least error of energy; 0: none will do. The lengths put the pose where stages
  // leave room: dopri853 has none between 1/3 and 3/5 of a step, and few after.
  double best_length(double dt, const SingularPose::Ahead& ahead) {
    const Course& course = step_.course;
    const double reach = pose_.reach(), until = ahead.until;
    const double allowed = std::max(1.0, pose_.turned_by(ahead.pivot) / course.options.tolerance);
    double best = 0, least = 30 * allowed;
    tried_ = 0;
    for (const double length :
         {dt, until / 0.75, until / 0.47, until / 0.7, until / 0.52, until / 0.42, 0.6 * until}) {
      const bool crumb = length > 0.99 * (course.options.t_end - course.t);
      if (length != dt && (crumb || length < 0.05 * dt || length > 4 * dt)) continue;
      tried_ = length;
      if (!(step_.attempt(length) < std::numeric_limits<double>::infinity())) continue;
      const double pivot = course.projector.least_pivot(), along = step_.stepper.along();
      const double wrong = pose_.energy_error(step_.t, step_.end.data());
      const bool clear = pivot > reach || (length > until && pivot > 0.3 * ahead.pivot);
      if (!clear || !(along <= allowed) || !(wrong < least)) continue;
      least = wrong;
      best = length;
      if (wrong <= 1 && along <= 1) break;
    }
    return best;
  }

  // The step at hand is what it was; looking ahead has left the numbers of another state.
  double keep(double error) {
    step_.outcome = ode::Outcome::done;
    if (error > 1) return error;
    const instant::StateLayout at = step_.course.at;
    std::copy_n(step_.end.data(), at.size(), room_.data());
    step_.course.projector.project(step_.t, room_.data() + at.q(), room_.data() + at.v());
    return error;
  }

  Candidate<Stepper>& step_;
  SingularPose pose_;
  AlignedArray room_;
  double tried_ = 0;  // the length that was tried last
};

}  // namespace zwang::motion
