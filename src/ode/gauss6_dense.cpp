// SPDX-License-Identifier: Apache-2.0
// The polynomial between the ends of a step of gauss6.
//
// The stages are good to dt⁴ only, the ends to dt⁷. A quartic through the ends, with the difference
// of the outer stages, is good to dt⁵; f at its points therefore fixes a quintic good to dt⁶.

#include <utility>

#include "ode/gauss6.h"
#include "ode/gauss6_tableau.h"

namespace zwang::ode {

namespace {

using namespace gauss6;

/// The bubbles γ θ²(1−θ)² and δ θ²(1−θ)²(2θ−1) that give the polynomial the slopes k_0 and k_2 (dt
/// times f) at c_0 and c_2, where the first has slopes ±√15/25 and the second −1/10. Without
/// `both`, γ alone.
void set_bubbles(Dense& u, const double* k_0, const double* k_2, double dt, bool both,
                 double* scratch) noexcept {
  double *at_0 = scratch, *at_2 = scratch + u.ld;
  u.degree = 3;
  evaluate_slope(u, c[0], at_0);
  evaluate_slope(u, c[2], at_2);
  for (Index i = 0; i < u.n; ++i) {
    const double miss_0 = dt * k_0[i] - at_0[i], miss_2 = dt * k_2[i] - at_2[i];
    const double gamma = (miss_0 - miss_2) / 0.309838667696593350814341231983;
    const double delta = both ? -5 * (miss_0 + miss_2) : 0;
    u.row(4)[i] = gamma - delta;
    u.row(5)[i] = 2 * delta;
  }
  u.degree = 5;
}

}  // namespace

Outcome prepare_dense(Gauss6& step, const System& f, const double* y_end,
                      const double* f_end) noexcept {
  Dense& u = step.dense;
  Stages& k = step.k;
  double *fresh_0 = step.Z.data(), *fresh_2 = fresh_0 + k.ld, *scratch = step.slopes.data();
  set_hermite(u, step.y.data(), y_end, step.f0.data(), f_end, step.dt);
  set_bubbles(u, k[0], k[2], step.dt, false, scratch);
  for (const auto& [theta, fresh] : {std::pair{c[0], fresh_0}, {c[2], fresh_2}}) {
    evaluate(u, theta, k.Y.data());
    if (!f.f(f.self, step.t + theta * step.dt, k.Y.data(), fresh)) return Outcome::not_finite;
  }
  set_bubbles(u, fresh_0, fresh_2, step.dt, true, scratch);
  return Outcome::done;
}

}  // namespace zwang::ode
