// SPDX-License-Identifier: Apache-2.0
#pragma once
// The question, y' = f(t, y), and how an attempt to answer it ended.

#include "base/index.h"

namespace zwang::ode {

/// A right-hand side as plain functions; `self` is handed to each of them.
struct System {
  Index n = 0;
  void* self = nullptr;

  /// dydt ← f(t, y). False: the numbers went bad, dydt means nothing.
  bool (*f)(void* self, double t, const double* y, double* dydt) noexcept = nullptr;

  /// J ← ∂f/∂y, row-major n × n, and, where dfdt is not null, dfdt ← ∂f/∂t. May be absent: the
  /// methods that need J then take differences of f.
  bool (*jacobian)(void* self, double t, const double* y, double* J,
                   double* dfdt) noexcept = nullptr;

  /// How far y may be moved by `by` in component j so that differences of f see its slope there: as far, or
  /// less. May be absent: as far.
  double (*within)(void* self, double t, const double* y, Index j, double by) noexcept = nullptr;
};

/// What became of a step.
enum class Outcome {
  done,
  not_finite,     // f failed, or gave a NaN or an infinity
  not_converged,  // an iteration for the stages did not converge at this dt
  singular,       // the matrix of the stages is singular at this dt
  too_small,      // the tolerance cannot be met: dt fell to rounding of t
  not_projected,  // the projection failed
};

}  // namespace zwang::ode
