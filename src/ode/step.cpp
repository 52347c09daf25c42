// SPDX-License-Identifier: Apache-2.0
#include "ode/step.h"

#include <algorithm>

#include "base/contract.h"
#include "ode/finite.h"

namespace zwang::ode {

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
  const bool finite = all_finite(step.y_new.data(), step.n) && (!more || all_finite(more, step.n));
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
