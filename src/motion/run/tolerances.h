// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large an error of each component may be, learned from the motion itself.

#include <vector>

#include "base/aligned.h"
#include "instant/state.h"
#include "ode/controller.h"

namespace zwang::motion {

/// The largest that a motion has shown so far.
struct Magnitudes {
  double acceleration = 0;
  std::vector<double> largest;  // of each coordinate and rate

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("magnitudes", 1, x.acceleration, x.largest);
  }
};

/// The absolute part follows the largest magnitude that a component has had so far: 1e-3·relative
/// of it; and never less than a thousandth of what its kind (coordinates, rates) would get, for a
/// component that is zero but for rounding has no magnitude of its own. The magnitude of a kind is
/// that of its largest component, or what the others say: accelerations a over lengths x make rates
/// of √(a x), even from rest; and no coordinate is smaller than its natural size, where it has one.
/// The books of work do not steer the step.
class Tolerances {
 public:
  Tolerances(instant::StateLayout at, double relative, double absolute, double natural_size = 0);

  /// A state of the motion and its rate.
  void see(const double* y, const double* dydt) noexcept;
  ode::Tolerances view() const { return {absolute_.data(), relative_}; }

  const Magnitudes& magnitudes() const { return seen_; }
  void restore(const Magnitudes& magnitudes) noexcept;

 private:
  void spread(Index begin, double kind) noexcept;
  void spread_all() noexcept;

  instant::StateLayout at_;
  double relative_, given_, natural_;
  Magnitudes seen_;
  AlignedArray absolute_;
};

}  // namespace zwang::motion
