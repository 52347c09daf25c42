// SPDX-License-Identifier: Apache-2.0
#include "motion/right_side.h"

namespace zwang::motion {

namespace {

// A motion goes on while its instants have an answer, even one that rows fight over.
bool usable(Status status) { return status == Status::ok || status == Status::contradictory; }

}  // namespace

RightSide::RightSide(const equations::Equations& equations, Method method)
    : equations_(equations), numbers_(equations), kernel_(equations, method) {}

const Instant& RightSide::instant(double t, const double* q, const double* v) noexcept {
  ++evaluations_;
  numbers_.evaluate(equations_.dynamics, t, q, v);
  return kernel_.solve(numbers_);
}

const Instant& RightSide::full_instant(double t, const double* q, const double* v) noexcept {
  numbers_.evaluate(equations_.dynamics, t, q, v);
  return kernel_.solve_in_full(numbers_);
}

bool RightSide::rate(double t, const double* y, double* dydt) noexcept {
  const StateLayout at = layout();
  const double* const v = y + at.v();
  const Instant& now = instant(t, y + at.q(), v);
  status_ = now.status;
  rank_ = now.rank;
  near_singular_ = now.near_singular;
  if (!usable(now.status)) return false;
  const bool second = equations_.order == 2;
  double work = 0;
  for (Index i = 0; i < at.n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    dydt[at.q() + i] = second ? v[i] : now.acceleration[k];
    dydt[at.v() + i] = second ? now.acceleration[k] : 0.0;
    work += v[i] * now.force_lagrange[k];
  }
  dydt[at.applied_work()] = second ? numbers_.power() : 0.0;
  dydt[at.constraint_work()] = second ? work : 0.0;
  return true;
}

ode::System RightSide::system() noexcept {
  ode::System system;
  system.n = layout().size();
  system.self = this;
  system.f = [](void* self, double t, const double* y, double* dydt) noexcept {
    return static_cast<RightSide*>(self)->rate(t, y, dydt);
  };
  return system;
}

}  // namespace zwang::motion
