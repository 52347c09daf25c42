// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dormand and Prince's method of order 5 with an estimate of order 4: 7 stages, the last of which
// is the first of the next step. J. R. Dormand, P. J. Prince, A family of embedded Runge–Kutta
// formulae, Journal of Computational and Applied Mathematics 6 (1980). Between the ends a
// polynomial of order 4 without further stages: Hairer, Nørsett, Wanner, Solving Ordinary
// Differential Equations I, II.6.

#include "ode/controller.h"
#include "ode/explicit/stages.h"
#include "ode/step.h"

namespace zwang::ode {

struct Dopri5 : Step {
  static constexpr int order = 5;
  explicit Dopri5(Index size) : Step(size, 4), k(size, 7), error(size) {}
  Stages k;            // k_6 is f(t + dt, y_new)
  AlignedArray error;  // n: y_new minus the result of order 4
};

/// y_new and error from (t, y); f0 is f(t, y) where known, else null.
Outcome advance(Dopri5& step, const System& f, double t, const double* y, const double* f0,
                double dt) noexcept;

/// The size of the error for a step that ends at y_end.
double judge(const Dopri5& step, const double* y_end, const Tolerances& tolerances) noexcept;

/// As for Rk4. f_end becomes k_6.
Outcome prepare_dense(Dopri5& step, const System& f, const double* y_end,
                      const double* f_end) noexcept;

/// The constants of Hairer's code.
constexpr Controller controller_for(const Dopri5&) noexcept {
  return {.alpha = 0.2 - 0.75 * 0.04, .beta = 0.04};
}

}  // namespace zwang::ode
