// SPDX-License-Identifier: Apache-2.0
#include "ode/step.h"

#include <algorithm>

#include "base/contract.h"
#include "linalg/vector.h"

namespace zwang::ode {

Dense::Dense(Index n_, int highest)
    : n(n_), ld(round_up(n_, 8)), rows((highest + 1) * ld), end(ld) {}

void set_hermite(Dense& u, const double* y0, const double* y1, const double* f0, const double* f1,
                 double dt) noexcept {
  double *r_0 = u.row(0), *r_1 = u.row(1), *r_2 = u.row(2), *r_3 = u.row(3);
  for (Index i = 0; i < u.n; ++i) {
    r_0[i] = y0[i];
    r_1[i] = y1[i] - y0[i];
    r_2[i] = dt * f0[i] - r_1[i];  // [STEPS 9]
    r_3[i] = r_1[i] - dt * f1[i] - r_2[i];
  }
  std::copy_n(y1, u.n, u.end.data());
  u.degree = 3;
}

void evaluate(const Dense& u, double theta, double* y) noexcept {
  const double rest = 1 - theta;
  std::fill_n(y, u.n, 0.0);
  for (int k = u.degree; k >= 2; --k) {
    const double* r_k = u.row(k);
    const double s = k % 2 ? rest : theta;                     // the factor of r_{k+1}
    for (Index i = 0; i < u.n; ++i) y[i] = r_k[i] + s * y[i];  // [STEPS 8]
  }
  // From the nearer end, so that both are met exactly.
  const double *r_0 = u.row(0), *r_1 = u.row(1), *end = u.end.data();
  if (theta <= 0.5)
    for (Index i = 0; i < u.n; ++i) y[i] = r_0[i] + theta * (r_1[i] + rest * y[i]);
  else
    for (Index i = 0; i < u.n; ++i) y[i] = end[i] - rest * (r_1[i] - theta * y[i]);
}

void evaluate_slope(const Dense& u, double theta, double* slope) noexcept {
  for (Index i = 0; i < u.n; ++i) {
    // p and its derivative through the same nest.
    double p = 0, d = 0;
    for (int k = u.degree; k >= 1; --k) {
      const double s = k % 2 ? 1 - theta : theta, ds = k % 2 ? -1 : 1;
      d = ds * p + s * d;
      p = u.row(k)[i] + s * p;  // [STEPS 8]
    }
    slope[i] = p + theta * d;
  }
}

namespace {

/// 1 at the end exactly, although (t + dt) − t need not be dt.
double fraction(const Step& step, double at) noexcept {
  return at == step.t + step.dt ? 1 : (at - step.t) / step.dt;
}

}  // namespace

Step::Step(Index n_, int highest) : n(n_), y(n_), y_new(n_), dense(n_, highest) {}

void begin(Step& step, double t, const double* y, double dt) noexcept {
  expects(dt != 0);
  step.t = t;
  step.dt = dt;
  step.dense.degree = 0;
  if (y != step.y.data()) std::copy_n(y, step.n, step.y.data());
}

Outcome finish(const Step& step, const double* more) noexcept {
  const bool finite =
      linalg::all_finite(step.y_new.data(), step.n) && (!more || linalg::all_finite(more, step.n));
  return finite ? Outcome::done : Outcome::not_finite;
}

void interpolate(const Step& step, double at, double* y) noexcept {
  expects(step.dense.degree > 0);
  evaluate(step.dense, fraction(step, at), y);
}

void interpolate_rate(const Step& step, double at, double* dydt) noexcept {
  expects(step.dense.degree > 0);
  evaluate_slope(step.dense, fraction(step, at), dydt);
  for (Index i = 0; i < step.n; ++i) dydt[i] /= step.dt;
}

}  // namespace zwang::ode
