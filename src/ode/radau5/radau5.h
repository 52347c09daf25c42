// SPDX-License-Identifier: Apache-2.0
#pragma once
// Radau IIA with 3 stages, order 5, for stiff systems: Hairer, Wanner, Solving Ordinary
// Differential Equations II, IV.8. The stages Z_i = Y_i − y are found by Newton's iteration with one
// Jacobian, in the variables W = (T⁻¹⊗I) Z, where it falls into a real and a complex system. The
// estimate compares with a method of order 3 and is filtered by the real system, so that stiff
// components do not dominate it. Between the ends stands the polynomial of collocation, of degree 3.

#include <vector>

#include "base/aligned.h"
#include "linalg/lu.h"
#include "ode/controller.h"
#include "ode/step.h"
#include "ode/system.h"

namespace zwang::ode {

/// What radau5 carries from step to step because it is costly to make anew: the Jacobian, the
/// factors made of it, and the last accepted step, from which the next stages are guessed. All of
/// it is here and in the caller's hand; `forget` makes the next step depend on its arguments alone,
/// as at a checkpoint, or after an event that changed f.
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

struct Radau5 : Step {
  static constexpr int order = 5;
  static constexpr int most_iterations = 7;  // a step that needs more is better made smaller
  explicit Radau5(Index size);

  double* row(AlignedArray& rows, Index s) noexcept { return rows.data() + s * ld; }
  const double* row(const AlignedArray& rows, Index s) const noexcept {
    return rows.data() + s * ld;
  }

  Index ld;
  AlignedArray Z;      // 3 × ld
  AlignedArray f0;     // f(t, y)
  AlignedArray error;  // n
  int iterations = 0;  // of Newton

  AlignedArray W, F;     // 3 × ld: Z in the variables of the iteration; f at the stages, then ΔW
  AlignedArray scale;    // n: what the tolerances allow
  AlignedArray scratch;  // 2n
};

/// y_new and error from (t, y); f0 is f(t, y) where known, else null. The tolerances decide when the
/// iteration is good enough.
Outcome advance(Radau5& step, Radau5Memory& memory, const System& f, double t, const double* y,
                const double* f0, double dt, const Tolerances& tolerances) noexcept;

/// The size of the error for a step that ends at y_end.
double judge(const Radau5& step, const double* y_end, const Tolerances& tolerances) noexcept;

/// A second filter of the error, for one call of f: on a first step, or after a rejection, the
/// estimate of a stiff component that has not settled is far too large.
Outcome refine_error(Radau5& step, Radau5Memory& memory, const System& f) noexcept;

/// Accepts or rejects, chooses the next dt (after Gustafsson, from the last two errors and the work
/// of the iteration) and what of the memory to keep: J where the iteration contracted well, the
/// factors where dt would hardly change.
Decision decide(Radau5Memory& memory, const Radau5& step, double error) noexcept;

/// The next dt after a step that could not be completed.
double recover(Radau5Memory& memory, const Radau5& step, Outcome outcome) noexcept;

/// As for Rk4; f and f_end are not used.
Outcome prepare_dense(Radau5& step, const System& f, const double* y_end,
                      const double* f_end) noexcept;

/// The factor by which both tolerances are best multiplied for judging: the error is that of order
/// 3, and at tight tolerances says far too much of a result of order 5. Hairer's 0.1·relative^(2/3)
/// over relative.
double tolerance_factor(double relative) noexcept;

}  // namespace zwang::ode
