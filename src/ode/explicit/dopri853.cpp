// SPDX-License-Identifier: Apache-2.0
#include "ode/explicit/dopri853.h"

#include <algorithm>
#include <cmath>

#include "ode/explicit/dopri853_tableau.h"

namespace zwang::ode {

using namespace dopri853;

Outcome advance(Dopri853& step, const System& f, double t, const double* y, const double* f0,
                double dt) noexcept {
  begin(step, t, y, dt);
  Stages& k = step.k;
  if (!first_stage(k, f, t, step.y.data(), f0)) return Outcome::not_finite;
  for (Index i = 1; i < 12; ++i)
    if (!next_stage(k, i, rows[i], f, t, step.y.data(), dt)) return Outcome::not_finite;
  displace(k, 12, b, dt, step.y.data(), step.y_new.data());
  weigh(k, 12, e_5, dt, step.error.data());
  weigh(k, 12, e_3, dt, step.error_3.data());
  return finish(step, step.error.data());
}

double combine_norms(double norm_5, double norm_3) noexcept {
  if (norm_5 == 0 || !std::isfinite(norm_3)) return norm_5 == 0 ? 0 : norm_3;
  const double ratio = norm_3 / norm_5;  // first: the squares of the norms may overflow
  return norm_5 / std::sqrt(1 + 0.01 * ratio * ratio);
}

double judge(const Dopri853& step, const double* y_end, const Tolerances& tolerances) noexcept {
  const auto size = [&](const AlignedArray& error) {
    return error_norm(step.n, error.data(), step.y.data(), y_end, tolerances);
  };
  return combine_norms(size(step.error), size(step.error_3));
}

Outcome prepare_dense(Dopri853& step, const System& f, const double* y_end,
                      const double* f_end) noexcept {
  Stages& k = step.k;
  if (f_end != k[12]) std::copy_n(f_end, step.n, k[12]);
  for (Index i = 13; i < 16; ++i)
    if (!next_stage(k, i, rows[i], f, step.t, step.y.data(), step.dt)) return Outcome::not_finite;
  set_hermite(step.dense, step.y.data(), y_end, k[0], k[12], step.dt);
  weigh(k, 16, d_4, step.dt, step.dense.row(4));
  weigh(k, 16, d_5, step.dt, step.dense.row(5));
  weigh(k, 16, d_6, step.dt, step.dense.row(6));
  weigh(k, 16, d_7, step.dt, step.dense.row(7));
  step.dense.degree = 7;
  return Outcome::done;
}

}  // namespace zwang::ode
