// SPDX-License-Identifier: Apache-2.0
#include "motion/sizes/sizer.h"

namespace zwang::motion {

namespace {

constexpr long steps_between_looks = 20, tries_between_looks = 2, tries_before_blind = 3;

}  // namespace

Sizer::Sizer(Course& course)
    : course_(course),
      noise_(course.at.size()),
      probe_(course.at.size()),
      error_(course.at.size()) {}

void Sizer::begin() noexcept {
  look_ahead();
  look();
}

void Sizer::look_ahead() noexcept {
  const double span = course_.options.t_end - course_.t;
  probe_.look_ahead(course_.side, course_.projector, course_.t, course_.y.data(), course_.f0.data(),
                    span, course_.tolerances);
}

void Sizer::before_attempt() noexcept {
  const long steps = course_.tally.steps;
  if (steps != steps_) {
    steps_ = steps;
    tries_ = 0;
    if (steps % steps_between_looks == 0) look();
  } else if (++tries_ >= tries_before_blind) {
    // Looks see less rounding than there is: what rows and inertia join is known no better than the
    // rounding of its largest, until the next look.
    course_.tolerances.hear_nothing();
  } else if (tries_ > 0 && tries_ % tries_between_looks == 0) {
    look();
  }
}

void Sizer::look() noexcept {
  noise_.look(course_.side, course_.projector, course_.t, course_.y.data(), course_.f0.data(),
              course_.tolerances);
}

}  // namespace zwang::motion
