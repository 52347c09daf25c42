// SPDX-License-Identifier: Apache-2.0
#pragma once
// Radau IIA with 3 stages, order 5, for stiff systems: Hairer, Wanner, Solving Ordinary
// Differential Equations II, IV.8. The stages Z_i = Y_i − y are found by Newton's iteration with one
// Jacobian, in the variables W = (T⁻¹⊗I) Z, where it falls into a real and a complex system. The
// estimate compares with a method of order 3 and is filtered by the real system, so that stiff
// components do not dominate it. Between the ends stands the polynomial of collocation, of degree 3.

#include "ode/controller.h"
#include "ode/radau5/radau5_memory.h"
#include "ode/step.h"

namespace zwang::ode {

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
