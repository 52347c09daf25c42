// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dormand and Prince's method of order 8 with 12 stages, with Hairer's two estimates, of order 5
// and 3, and his polynomial of order 7 for three stages more: Hairer, Nørsett, Wanner, Solving
// Ordinary Differential Equations I, II.5, II.6 and II.10.
//
// The two estimates are kept apart as vectors, so that a projection can act on each before their
// norms are combined.

#include "ode/controller.h"
#include "ode/explicit/stages.h"
#include "ode/step.h"

namespace zwang::ode {

struct Dopri853 : Step {
  static constexpr int order = 8;
  explicit Dopri853(Index size) : Step(size, 7), k(size, 16), error(size), error_3(size) {}
  Stages k;              // k_12 … k_15 only after prepare_dense
  AlignedArray error;    // n: y_new minus the result of order 5
  AlignedArray error_3;  // n: y_new minus the result of order 3
};

/// y_new and both errors from (t, y); f0 is f(t, y) where known, else null.
Outcome advance(Dopri853& step, const System& f, double t, const double* y, const double* f0,
                double dt) noexcept;

/// Hairer's norm_5²/√(norm_5² + norm_3²/100): of order dt⁸, as the norms are of order dt⁶ and dt⁴.
double combine_norms(double norm_5, double norm_3) noexcept;

/// The size of the errors for a step that ends at y_end.
double judge(const Dopri853& step, const double* y_end, const Tolerances& tolerances) noexcept;

/// As for Rk4; calls f three times. f_end becomes k_12.
Outcome prepare_dense(Dopri853& step, const System& f, const double* y_end,
                      const double* f_end) noexcept;

/// The constants of Hairer's code.
constexpr Controller controller_for(const Dopri853&) noexcept {
  return {.alpha = 1.0 / 8, .beta = 0, .least = 1.0 / 3, .most = 6};
}

}  // namespace zwang::ode
