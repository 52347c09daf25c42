// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gauss's collocation with 3 stages: order 6, symplectic, symmetric in time; for fixed steps.
// Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.7; the arithmetic follows
// Hairer, McLachlan, Razakarivony, Achieving Brouwer's law with implicit Runge–Kutta methods, BIT 48
// (2008): the stages are iterated down to rounding, the weights are exact to twice the precision,
// and what the sum y + dt Σ b_i k_i rounds off is carried to the next step. Then the error of an
// energy grows as a random walk, not in proportion to time.

#include "ode/explicit/stages.h"
#include "ode/step.h"

namespace zwang::ode {

struct Gauss6 : Step {
  static constexpr int order = 6;
  explicit Gauss6(Index size);

  Stages k;                // k_i = f(t + c_i dt, y + Z_i)
  AlignedArray f0;         // f(t, y)
  AlignedArray carry;      // n: what y was rounded by
  AlignedArray carry_new;  // n: what y_new was rounded by
  int iterations = 0;      // that the stages took
  bool done = false;       // k are the stages of a completed step

  AlignedArray Z, change, least, slopes;  // scratch
};

/// From where the stages are iterated.
enum class Guess {
  fresh,         // from f(t, y): the result depends on the arguments alone
  extrapolated,  // from the polynomial of the step that `step` still holds and that ended at t:
                 // about a fifth fewer calls of f; the last bits may differ from a fresh start's
};

/// y_new + carry_new from y + carry (null: zero); f0 is f(t, y) where known, else null.
Outcome advance(Gauss6& step, const System& f, double t, const double* y, const double* carry,
                const double* f0, double dt, Guess guess = Guess::fresh) noexcept;

/// As for Rk4: a polynomial of degree 5, hence again of order 6; calls f twice.
Outcome prepare_dense(Gauss6& step, const System& f, const double* y_end,
                      const double* f_end) noexcept;

}  // namespace zwang::ode
