// SPDX-License-Identifier: Apache-2.0
#include "motion/sizes/probe.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace zwang::motion {

namespace {

constexpr int most_leaps = 12;
constexpr double first_leap = 1e-3;  // of the span
constexpr double clearly = 0.1;      // what is wrong by less of what it is has been seen

}  // namespace

Probe::Probe(Index size) : step_(size), end_(size), error_(size) {}

// end_, and about how wrong each of its components is. Errors are taken as they are, for projection
// mixes those of components that have no size with others.
bool Probe::leap(RightSide& side, Projector& projector, double t, const double* y, const double* f,
                 double dt) noexcept {
  const instant::StateLayout at = side.layout();
  if (advance(step_, side.system(), t, y, f, dt) != ode::Outcome::done) return false;
  std::copy_n(step_.y_new.data(), at.size(), end_.data());
  for (Index i = 0; i < at.size(); ++i) {
    error_.data()[i] =
        ode::combine_norms(std::abs(step_.error.data()[i]), std::abs(step_.error_3.data()[i]));
  }
  return projector.project(t + dt, end_.data() + at.q(), end_.data() + at.v()).converged;
}

void Probe::look_ahead(RightSide& side, Projector& projector, double t, const double* y,
                       const double* f, double span, Tolerances& tolerances) noexcept {
  if (tolerances.are_given() || !(span > 0)) return;  // a run of no length has no sizes
  const Index components = 2 * side.layout().n;
  const std::vector<double>& sizes = tolerances.magnitudes().largest;
  double dt = first_leap * span;
  tolerances.view(dt);
  const auto is_unknown = [&](Index i) {
    return tolerances.is_unknown(i) || sizes[at(i)] <= tolerances.rounding()[i];
  };
  for (int k = 0; k < most_leaps && dt > 0; ++k, dt *= 0.1) {
    bool all = true;
    for (Index i = 0; i < components && all; ++i) all = !is_unknown(i);
    if (all) return;
    if (!leap(side, projector, t, y, f, dt)) continue;
    // A leap that errs in what is known is too long, and tells nothing of the rest.
    bool sound = true;
    for (Index i = 0; i < components && sound; ++i) {
      sound = is_unknown(i) || error_.data()[i] <= clearly * sizes[at(i)];
    }
    if (!sound) continue;
    // What is zero there too may stay so; what moved and is not known yet wants a shorter leap.
    bool clear = true;
    for (Index i = 0; i < components; ++i) {
      if (!is_unknown(i)) {
        end_.data()[i] = 0;  // has its size, which is no matter of a leap
      } else if (end_.data()[i] != 0 && !(error_.data()[i] <= clearly * std::abs(end_.data()[i]))) {
        end_.data()[i] = 0;
        clear = false;
      }
    }
    tolerances.learn(end_.data(), error_.data());
    if (clear) return;
  }
}

}  // namespace zwang::motion
