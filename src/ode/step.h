// SPDX-License-Identifier: Apache-2.0
#pragma once
// One step that may still be rejected: what every method's workspace holds. A method's workspace
// is a Step with its stages; it carries nothing from one step to the next.

#include "base/aligned.h"
#include "base/index.h"
#include "ode/system.h"

namespace zwang::ode {

/// The polynomial that stands for the solution within a step, in the basis of Hairer and Wanner's
/// codes: with θ = (at − t)/dt,
///
///   u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ (r_3 + (1−θ) (r_4 + …)))).
///
/// r_0 and r_1 fix the ends, r_2 and r_3 the slopes at the ends, and every further row adds a bubble
/// that moves neither: each method sets its own rows on top of the cubic of Hermite.
struct Dense {
  Dense(Index n, int highest);  // room for degrees up to `highest`

  double* row(int k) noexcept { return rows.data() + k * ld; }
  const double* row(int k) const noexcept { return rows.data() + k * ld; }

  Index n, ld;
  int degree = 0;
  AlignedArray rows;  // r_0 … r_highest
  AlignedArray end;   // u(1): r_0 + r_1 need not have its last bit
};

/// The cubic from y0 to y1 with slopes f0 and f1; sets degree to 3.
void set_hermite(Dense& u, const double* y0, const double* y1, const double* f0, const double* f1,
                 double dt) noexcept;

/// y ← u(θ). Exactly y0 at θ = 0 and y1 at θ = 1.
void evaluate(const Dense& u, double theta, double* y) noexcept;

/// slope ← du/dθ, which is dt times the rate.
void evaluate_slope(const Dense& u, double theta, double* slope) noexcept;

struct Step {
  Step(Index n, int highest);

  Index n;
  double t = 0, dt = 0;  // from t to t + dt; dt may be negative
  AlignedArray y;        // where it began
  AlignedArray y_new;    // where it would end
  Dense dense;           // valid after the method's prepare_dense
};

/// Notes where the step begins. y may be an array of the step itself, as y_new.
void begin(Step& step, double t, const double* y, double dt) noexcept;

/// Whether the step ended in numbers; `more` (n) is judged as well where not null.
Outcome finish(const Step& step, const double* more = nullptr) noexcept;

/// y ← the solution at time `at` within the step.
void interpolate(const Step& step, double at, double* y) noexcept;

/// dydt ← its rate there.
void interpolate_rate(const Step& step, double at, double* dydt) noexcept;

}  // namespace zwang::ode
