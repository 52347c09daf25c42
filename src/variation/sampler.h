// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sampled curve between its nodes: cubics of Hermite through x and v, of Lagrange through the
// multipliers. A place is a number 0 ≤ u ≤ N; node i is at u = i.

#include "variation/polygon/discrete.h"

namespace zwang::variation {

class Sampler {
 public:
  explicit Sampler(const Functional& functional, const SampledCurve& curve);

  double time(double u) const noexcept;
  /// Where the curve is at a time.
  double place(double t) const noexcept;
  /// Fills x, v, lambda, multipliers.
  void move_to(double u) noexcept;

  std::vector<double> x, v, lambda, multipliers;

 private:
  void interpolate(const std::vector<double>& values, double t, Index i,
                   std::vector<double>& out) const noexcept;
  Index interval(double u) const noexcept;

  const SampledCurve& curve_;
  Index n_, intervals_;
};

}  // namespace zwang::variation
