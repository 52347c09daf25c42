// SPDX-License-Identifier: Apache-2.0
#include "ode/explicit/rk4.h"

namespace zwang::ode {

namespace {

constexpr double a_1[] = {1.0 / 2}, a_2[] = {0, 1.0 / 2}, a_3[] = {0, 0, 1};
constexpr double b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
constexpr TableauRow rows[] = {{0, nullptr}, {1.0 / 2, a_1}, {1.0 / 2, a_2}, {1, a_3}};

}  // namespace

Outcome advance(Rk4& step, const System& f, double t, const double* y, const double* f0,
                double dt) noexcept {
  begin(step, t, y, dt);
  if (!first_stage(step.k, f, t, step.y.data(), f0)) return Outcome::not_finite;
  for (Index i = 1; i < 4; ++i)
    if (!next_stage(step.k, i, rows[i], f, t, step.y.data(), dt)) return Outcome::not_finite;
  displace(step.k, 4, b, dt, step.y.data(), step.y_new.data());  // [STEPS 2]
  return finish(step);
}

Outcome prepare_dense(Rk4& step, const System&, const double* y_end, const double* f_end) noexcept {
  set_hermite(step.dense, step.y.data(), y_end, step.k[0], f_end, step.dt);
  return Outcome::done;
}

}  // namespace zwang::ode
