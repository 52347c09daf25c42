// SPDX-License-Identifier: Apache-2.0
#pragma once
// M and A as a certificate needs them: products, and the sizes that residuals are measured by.

#include <span>
#include <vector>

#include "zwang/instant.h"

namespace zwang::certified {

using Vector = std::vector<double>;

class System {
 public:
  explicit System(const Problem& problem);

  Vector mass_times(const Vector& x) const;  // M x
  Vector rows_times(const Vector& x) const;  // A x

  /// Σ_i √|M_ii| |x_i|: the size of x where M does not mix much, and never too small.
  double size(const Vector& x) const;
  double force_size(const Vector& f) const;
  /// The size of the terms of row j at x, where x was computed from terms of size `from`.
  double row_size(std::size_t j, const Vector& x, double from = 0) const;
  /// κ of M with unit diagonal, by a few steps of its Cholesky-free bound: the ratio of the largest
  /// and smallest response of M to the vectors at hand.
  double mass_amplification(const Vector& v) const;

  Problem problem;
  std::size_t n, m;
  Vector M;     // n×n
  Vector root;  // √|M_ii|
};

double dot(const Vector& x, const Vector& y);
Vector sum(const Vector& x, const Vector& y, double t = 1);  // x + t y
/// |residual|, in units of the size where there is one.
double ratio(double residual, double size);

}  // namespace zwang::certified
