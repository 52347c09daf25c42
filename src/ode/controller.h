// SPDX-License-Identifier: Apache-2.0
#pragma once
// The step size: how large an error may be, the choice of the next step from the error of this one, and
// a first guess.

#include "base/index.h"
#include "ode/system.h"

namespace zwang::ode {

/// How large an error may be, and how large one is in that measure.
struct Tolerances {
  const double* absolute = nullptr;  // n, each in the unit of its component
  double relative = 1e-6;
};

/// RMS of error_i / (absolute_i + relative · max(|y_old_i|, |y_new_i|)): at most 1 is good. A zero
/// error counts as zero even where nothing is allowed.
double error_norm(Index n, const double* error, const double* y_old, const double* y_new,
                  const Tolerances& tolerances) noexcept;

/// Gustafsson's PI controller in the form of Hairer, Nørsett, Wanner, Solving Ordinary Differential
/// Equations I, II.4, and II, IV.2:
///
///   dt_new = dt · safety · error^(−alpha) · error_before^beta,   within [least, most] of dt.
struct Controller {
  // constants of the method
  double alpha = 0;     // exponent of the error of this step, about 1/(order of the estimate + 1)
  double beta = 0;      // exponent of the error before; 0: no memory
  double safety = 0.9;  // aim below the tolerance, or every second step would be rejected
  double least = 0.2, most = 10;

  // memory
  double error_before = 1e-4;  // of the last accepted step
  bool rejected = false;       // the last attempt was: no growth now
};

struct Decision {
  bool accepted = false;
  double dt = 0;  // for the next step if accepted, for the next attempt if not
};

/// Judges a step of size dt with this error_norm. An error that is not a number is a large one:
/// hand in infinity for a step that could not be completed.
Decision decide(Controller& controller, double error, double dt) noexcept;

/// Whether dt is so small that t no longer feels a tenth of it: a sign that the tolerance cannot
/// be met.
bool too_small(double t, double dt) noexcept;

// A first guess of the step size, after Hairer, Nørsett, Wanner, Solving Ordinary Differential
// Equations I, II.4, "Starting step size". The book compares |f| with |f'| as bare numbers; here
// both are taken in the solution's own unit of time, so that the user's unit does not matter.

/// A step of a method of this order from (t, y), where f0 = f(t, y), towards t + span; has the
/// sign of span and at most its size. scratch: 2n. Calls f once, or, where f fails, a few times.
double guess_first_step(const System& f, double t, const double* y, const double* f0, double span,
                        int order, const Tolerances& tolerances, double* scratch) noexcept;

}  // namespace zwang::ode
