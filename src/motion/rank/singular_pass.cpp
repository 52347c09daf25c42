// SPDX-License-Identifier: Apache-2.0
#include "motion/rank/singular_pass.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

SingularPose::SingularPose(Course& course) : course_(course), room_(course.at.size()) {
  const equations::Equations& equations = course.side.equations();
  known_ = equations.order == 2 && equations.m > 0 && !course.side.kernel().is_sparse();
}

double SingularPose::turned_by(double d) const noexcept {
  double size = 1;
  const double* const q = course_.y.data() + course_.at.q();
  for (Index i = 0; i < course_.at.n; ++i) size = std::max(size, std::abs(q[i]));
  return std::numeric_limits<double>::epsilon() * size / (d * d);
}

double SingularPose::reach() const noexcept {
  return std::min(0.05, std::sqrt(turned_by(1) / course_.options.tolerance));
}

SingularPose::Ahead SingularPose::look_ahead(double dt) noexcept {
  const instant::StateLayout at = course_.at;
  const double *const q = course_.y.data() + at.q(), *const v = course_.y.data() + at.v();
  const double a_little = 0.01 * dt;
  for (Index i = 0; i < at.n; ++i) room_.data()[i] = q[i] + a_little * v[i];
  Projector& projector = course_.projector;
  const double now = projector.least_pivot_at(course_.t, q, v);
  const double then = projector.least_pivot_at(course_.t + a_little, room_.data(), v);
  return {now,
          then < now ? a_little * now / (now - then) : std::numeric_limits<double>::infinity()};
}

// The kinetic energy is what the energy grows by, a third of it, when rates are doubled.
double SingularPose::energy_error(double t, const double* y) noexcept {
  const instant::StateLayout at = course_.at;
  for (Index i = 0; i < at.n; ++i) room_.data()[i] = 2 * y[at.v() + i];
  const double* const q = y + at.q();
  const double kinetic = std::abs(energy(t, q, room_.data()) - energy(t, q, y + at.v())) / 3;
  const double change = std::abs(drift(t, y) - drift(course_.t, course_.y.data()));
  return change == 0 ? 0 : change / (course_.options.tolerance * kinetic);
}

double SingularPose::energy(double t, const double* q, const double* v) noexcept {
  equations::Workspace& numbers = course_.side.numbers();
  numbers.evaluate(equations::Stage::energy, t, q, v);
  return *numbers.energy();
}

double SingularPose::drift(double t, const double* y) noexcept {
  const instant::StateLayout at = course_.at;
  return energy(t, y + at.q(), y + at.v()) - y[at.applied_work()] - y[at.constraint_work()] -
         y[at.nonideal_work()];
}

}  // namespace zwang::motion
