// SPDX-License-Identifier: Apache-2.0
#pragma once
// ∂f/∂y, from the system where it has it, else by differences.

#include "ode/controller.h"
#include "ode/system.h"

namespace zwang::ode {

/// J ← ∂f/∂y at (t, y), row-major n × n, where f0 = f(t, y). A difference is taken over √eps of the
/// component, or of the size below which the tolerances no longer see it. scratch: 2n. False if f
/// or J is not finite.
bool form_jacobian(const System& f, double t, const double* y, const double* f0,
                   const Tolerances& tolerances, double* J, double* scratch) noexcept;

}  // namespace zwang::ode
