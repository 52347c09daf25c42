// SPDX-License-Identifier: Apache-2.0
#pragma once
// One step that may still be rejected: what every method's workspace holds. A method's workspace
// is a Step with its stages; it carries nothing from one step to the next.

#include "base/aligned.h"
#include "base/index.h"
#include "ode/dense.h"
#include "ode/system.h"

namespace zwang::ode {

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
