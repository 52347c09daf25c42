// SPDX-License-Identifier: Apache-2.0
#include "ode/explicit/stages.h"

#include <algorithm>

namespace zwang::ode {

Stages::Stages(Index n_, Index count) : n(n_), ld(round_up(n_, 8)), rows(count * ld), Y(ld) {}

bool first_stage(Stages& k, const System& f, double t, const double* y, const double* f0) noexcept {
  if (!f0) return f.f(f.self, t, y, k[0]);
  if (f0 != k[0]) std::copy_n(f0, k.n, k[0]);
  return true;
}

bool next_stage(Stages& k, Index i, TableauRow row, const System& f, double t, const double* y,
                double dt) noexcept {
  displace(k, i, row.a, dt, y, k.Y.data());  // [STEPS 1]
  return f.f(f.self, t + row.c * dt, k.Y.data(), k[i]);
}

void weigh(const Stages& k, Index count, const double* weight, double dt, double* sum) noexcept {
  std::fill_n(sum, k.n, 0.0);
  for (Index j = 0; j < count; ++j) {
    const double w = weight[j], *k_j = k[j];
    if (w == 0) continue;
    for (Index i = 0; i < k.n; ++i) sum[i] += w * k_j[i];
  }
  for (Index i = 0; i < k.n; ++i) sum[i] *= dt;
}

void displace(const Stages& k, Index count, const double* weight, double dt, const double* y,
              double* y_new) noexcept {
  weigh(k, count, weight, dt, y_new);
  for (Index i = 0; i < k.n; ++i) y_new[i] += y[i];  // [STEPS 2]
}

}  // namespace zwang::ode
