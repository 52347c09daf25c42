// SPDX-License-Identifier: Apache-2.0
#pragma once
// What radau5 carries from step to step because it is costly to make anew: the Jacobian, the
// factors made of it, and the last accepted step, from which the next stages are guessed. All of
// it is here and in the caller's hand; `forget` makes the next step depend on its arguments alone,
// as at a checkpoint, or after an event that changed f.

#include <vector>

#include "base/aligned.h"
#include "linalg/lu.h"
#include "ode/system.h"
#include "ode/tolerance.h"

namespace zwang::ode {

struct Radau5Memory {
  static constexpr double keep_below = 1e-3;  // theta up to which an old J is good enough

  explicit Radau5Memory(Index n);

  Index n;

  // the Jacobian
  AlignedArray J;        // n × n, row-major
  bool formed = false;   // J may be used
  bool current = false;  // and was formed where the step begins that is being tried

  // gamma/dt I − J and (alpha + i beta)/dt I − J
  AlignedArray E_1, E_2, E_2i;
  std::vector<Index> order_1, order_2;
  double dt_factored = 0;  // the dt they are of; 0: none

  // Newton's iteration
  double theta = 1;    // its last contraction
  double excess = 1;   // theta/(1 − theta): the error that is left, in units of the last change
  double retry = 0.5;  // where it failed: the part of dt to try next

  // the last accepted step
  double dt_before = 0;     // 0: none
  double error_before = 0;  // its error_norm
  AlignedArray Z_before;    // its stages, 3 × ld
  bool rejected = false;    // the last attempt was

  // counts
  long jacobians = 0, factorisations = 0;

  linalg::Lu real() noexcept { return {n, E_1.data(), order_1.data()}; }
  linalg::ComplexLu complex() noexcept { return {n, E_2.data(), E_2i.data(), order_2.data()}; }
};

void forget(Radau5Memory& memory) noexcept;

/// Makes J and the factors ready for a step of dt from (t, y), where f0 = f(t, y), as far as they
/// are not. scratch: 2n.
Outcome refresh(Radau5Memory& memory, const System& f, double t, const double* y, const double* f0,
                double dt, const Tolerances& tolerances, double* scratch) noexcept;

}  // namespace zwang::ode
