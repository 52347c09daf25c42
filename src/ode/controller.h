// SPDX-License-Identifier: Apache-2.0
#pragma once
// The choice of the next step from the error of this one: Gustafsson's PI controller in the form
// of Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4, and II, IV.2:
//
//   dt_new = dt · safety · error^(−alpha) · error_before^beta,   within [least, most] of dt.

namespace zwang::ode {

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

}  // namespace zwang::ode
