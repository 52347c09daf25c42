// SPDX-License-Identifier: Apache-2.0
#pragma once
// A first guess of the step size, after Hairer, Nørsett, Wanner, Solving Ordinary Differential
// Equations I, II.4, "Starting step size". The book compares |f| with |f'| as bare numbers; here
// both are taken in the solution's own unit of time, so that the user's unit does not matter.

#include "ode/system.h"
#include "ode/tolerance.h"

namespace zwang::ode {

/// A step of a method of this order from (t, y), where f0 = f(t, y), towards t + span; has the
/// sign of span and at most its size. scratch: 2n. Calls f once, or, where f fails, a few times.
double guess_first_step(const System& f, double t, const double* y, const double* f0, double span,
                        int order, const Tolerances& tolerances, double* scratch) noexcept;

}  // namespace zwang::ode
