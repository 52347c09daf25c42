// SPDX-License-Identifier: Apache-2.0
#pragma once
// M and A as a certificate needs them: products, and the sizes that residuals are measured by.

#include <functional>
#include <span>
#include <vector>

#include "least/sparse/sparse_rows.h"
#include "zwang/certificate.h"

namespace zwang::certified {

using Vector = std::vector<double>;

/// ẍ of the same M and A with other Q, b and C (empty: none).
using Solve = std::function<Vector(const Vector& Q, const Vector& b, const Vector& C)>;

class System {
 public:
  explicit System(const Problem& problem);
  /// A by its entries; of `problem` only its vectors are looked at, and its M with its blocks.
  System(const Problem& problem, least::SparsePattern pattern, std::vector<double> entries);

  Vector mass_times(const Vector& x) const;  // M x
  Vector rows_times(const Vector& x) const;  // A x
  Vector full_mass() const;                  // M as n·n numbers, for systems that are small

  /// Σ_i √|M_ii| |x_i|: the size of x where M does not mix much, and never too small.
  double size(const Vector& x) const;
  double force_size(const Vector& f) const;
  /// The sizes of the terms of each row at x, where x was computed from terms of size `from`.
  Vector row_sizes(const Vector& x, double from = 0) const;
  least::SparseRows rows() const { return pattern_.with(entries_.data()); }
  /// κ of M with unit diagonal, by a few steps of its Cholesky-free bound: the ratio of the largest
  /// and smallest response of M to the vectors at hand.
  double mass_amplification(const Vector& v) const;

  Problem problem;
  std::size_t n, m;
  Vector root;  // √|M_ii|

 private:
  void find_blocks();

  std::vector<std::size_t> blocks_;  // of M
  least::SparsePattern pattern_;
  std::vector<double> entries_;
};

/// The identities on a result; `solve` goes by the method that gave it.
Certificate certify(const System& s, const Instant& instant, const Solve& solve);

double dot(const Vector& x, const Vector& y);
Vector sum(const Vector& x, const Vector& y, double t = 1);  // x + t y
/// |residual|, in units of the size where there is one.
double ratio(double residual, double size);

}  // namespace zwang::certified
