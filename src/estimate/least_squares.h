// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nonlinear least squares: Levenberg's and Marquardt's step in the scaling of Moré (The Levenberg-Marquardt
// algorithm: implementation and theory, 1978), on our QR, with Nielsen's damping; between bounds, and with losses
// that count far residuals less (weights renewed at every step). Knows no models.

#include <cstdint>
#include <functional>
#include <vector>

#include "base/index.h"

namespace zwang::estimate {

/// What a residual r, in units of its deviation, counts.
enum class Loss : std::uint8_t {
  squares,  // r²/2
  huber,    // as far as 1.345, then in proportion to |r|
  cauchy,   // c²/2 log(1 + (r/c)²), c = 2.385
};

/// ρ(r), ρ'(r)/r and ρ''(r).
double loss_of(Loss loss, double r) noexcept;
double weight_of(Loss loss, double r) noexcept;
double curvature_of(Loss loss, double r) noexcept;

struct Problem {
  Index unknowns = 0, residuals = 0;
  /// r (residuals), and J (residuals × unknowns, column-major) at these unknowns; false: there are none there.
  std::function<bool(const std::vector<double>& x, std::vector<double>& r, std::vector<double>& J)>
      evaluate;
  std::vector<double> lower, upper;  // by unknown; may be infinite
  Loss loss = Loss::squares;
  int most_steps = 100;
};

enum class Ending : std::uint8_t {
  converged,
  no_progress,  // no step makes the sum smaller, though the slope is not zero
  too_many_steps,
  no_start,  // the first guess cannot be evaluated
};

struct Answer {
  Ending ending = Ending::no_start;
  std::vector<double> x, r, J;      // at the best that was found
  std::vector<unsigned char> held;  // by unknown: it stands at a bound, and would go beyond
  double cost = 0;                  // Σ ρ(r)
  /// The part of the residuals that lies in the range of J, of all of them: 0 at a minimum.
  double slope = 0;
  int steps = 0, evaluations = 0;
};

Answer solve(const Problem& problem, std::vector<double> x);

}  // namespace zwang::estimate
