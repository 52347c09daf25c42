// SPDX-License-Identifier: Apache-2.0
#include "ode/controller.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "ode/power.h"

namespace zwang::ode {

double error_norm(Index n, const double* error, const double* y_old, const double* y_new,
                  const Tolerances& tolerances) noexcept {
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double size = std::fmax(std::fabs(y_old[i]), std::fabs(y_new[i]));
    const double allowed = tolerances.absolute[i] + tolerances.relative * size;
    const double share = error[i] == 0 ? 0 : error[i] / allowed;
    sum += share * share;  // [STEPS 5]
  }
  return n ? std::sqrt(sum / static_cast<double>(n)) : 0;
}

Decision decide(Controller& c, double error, double dt) noexcept {
  if (!(error <= 1)) {
    c.rejected = true;
    // The memory says nothing about a step that failed.
    const double factor = c.safety * power(error, -c.alpha);
    return {false, dt * (factor > c.least ? std::min(factor, 1.0) : c.least)};  // NaN: least
  }
  double factor = c.safety * power(error, -c.alpha) * power(c.error_before, c.beta);  // [STEPS 6]
  factor = std::clamp(factor, c.least, c.rejected ? 1.0 : c.most);
  // A step that happened to be exact would otherwise promise too much.
  c.error_before = std::max(error, 1e-4);
  c.rejected = false;
  return {true, dt * factor};
}

bool too_small(double t, double dt) noexcept {
  return 0.1 * std::fabs(dt) <= linalg::kEps * std::fabs(t);
}

namespace {

/// f1 ← f after a step of Euler's; a step into bad numbers is cut until f succeeds.
bool try_euler(const System& f, double t, const double* y, const double* f0, double& dt, double* y1,
               double* f1) noexcept {
  for (int attempt = 0; attempt < 8; ++attempt, dt /= 10) {
    for (Index i = 0; i < f.n; ++i) y1[i] = y[i] + dt * f0[i];
    if (f.f(f.self, t + dt, y1, f1)) return true;
  }
  return false;
}

}  // namespace

double guess_first_step(const System& f, double t, const double* y, const double* f0, double span,
                        int order, const Tolerances& tolerances, double* scratch) noexcept {
  const auto size = [&](const double* x) { return error_norm(f.n, x, y, y, tolerances); };
  // The size of y, or of an error that just passes, in units of the tolerance.
  const double s = std::fmax(1, size(y)), d1 = size(f0), whole = std::fabs(span);

  // A step of Euler's that moves y by a hundredth of its size, or a millionth of the span if y
  // rests, shows the second derivative.
  double h0 = std::fmin(0.01 * s / d1, whole);
  if (!(d1 > 0 && h0 > 0)) h0 = 1e-6 * whole;
  double dt0 = std::copysign(h0, span), *y1 = scratch, *f1 = scratch + f.n;
  if (!try_euler(f, t, y, f0, dt0, y1, f1)) return dt0;
  h0 = std::fabs(dt0);
  for (Index i = 0; i < f.n; ++i) f1[i] -= f0[i];
  const double d2 = size(f1) / h0;

  // tau: the time in which y changes by its size. The error of a step is about s (dt/tau)^(order+1).
  const double tau = std::fmin(s / d1, std::sqrt(s / d2));      // [STEPS 7]
  const double dt1 = tau * power(0.01 / s, 1.0 / (order + 1));  // [STEPS 7]
  return std::copysign(dt1 > 0 ? std::min({100 * h0, dt1, whole}) : h0, span);
}

}  // namespace zwang::ode
