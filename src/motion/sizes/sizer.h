// SPDX-License-Identifier: Apache-2.0
#pragma once
// When a run looks at the sizes of its components: ahead where some have none, at rounding now and then,
// and at what steps show that are not taken.

#include "motion/run/course.h"
#include "motion/sizes/noise.h"
#include "motion/sizes/probe.h"

namespace zwang::motion {

class Sizer {
 public:
  explicit Sizer(Course& course);

  /// At the start of a run.
  void begin() noexcept;
  /// Where the motion goes on otherwise than before: what was zero so far may not stay so.
  void look_ahead() noexcept;
  /// Before each attempt at a step, and after resuming: looks every 20 steps, and where steps are
  /// rejected again and again, for it may be rounding that they are rejected for.
  void before_attempt() noexcept;
  /// The end of a step that is rejected has a size, even so.
  template <class Stepper>
  void learn(const double* end, const Stepper& stepper) noexcept {
    for (Index i = 0; i < 2 * course_.at.n; ++i) error_.data()[i] = stepper.error_of(i);
    course_.tolerances.learn(end, error_.data());
  }

  /// At rounding, here and now.
  void look() noexcept;

 private:
  Course& course_;
  NoiseLook noise_;
  Probe probe_;
  AlignedArray error_;
  long steps_ = 0, tries_ = -1;  // tries: attempts since the last step
};

}  // namespace zwang::motion
