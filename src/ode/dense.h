// SPDX-License-Identifier: Apache-2.0
#pragma once
// The polynomial that stands for the solution within a step, in the basis of Hairer and Wanner's
// codes: with θ = (at − t)/dt,
//
//   u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ (r_3 + (1−θ) (r_4 + …)))).
//
// r_0 and r_1 fix the ends, r_2 and r_3 the slopes at the ends, and every further row adds a bubble
// that moves neither: each method sets its own rows on top of the cubic of Hermite.

#include "base/aligned.h"
#include "base/index.h"

namespace zwang::ode {

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

}  // namespace zwang::ode
