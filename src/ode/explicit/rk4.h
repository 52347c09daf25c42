// SPDX-License-Identifier: Apache-2.0
#pragma once
// The classical method of order 4 with 4 stages, for fixed steps; between them the cubic of
// Hermite, which is of the same order. W. Kutta, Beitrag zur näherungsweisen Integration totaler
// Differentialgleichungen, Zeitschrift für Mathematik und Physik 46 (1901).

#include "ode/explicit/stages.h"
#include "ode/step.h"

namespace zwang::ode {

struct Rk4 : Step {
  static constexpr int order = 4;
  explicit Rk4(Index size) : Step(size, 3), k(size, 4) {}
  Stages k;
};

/// y_new from (t, y); f0 is f(t, y) where known, else null.
Outcome advance(Rk4& step, const System& f, double t, const double* y, const double* f0,
                double dt) noexcept;

/// Makes the step ready for interpolation between y and y_end (y_new, or what a projection made of
/// it), where f_end = f(t + dt, y_end).
Outcome prepare_dense(Rk4& step, const System& f, const double* y_end,
                      const double* f_end) noexcept;

}  // namespace zwang::ode
