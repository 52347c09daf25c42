// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows factored once for many demands, each part by itself (least/derivative.h).

#include <memory>

#include "instant/parts/part_task.h"
#include "least/derivative.h"

namespace zwang::instant {

class PartFactors {
 public:
  explicit PartFactors(const equations::Equations& equations);

  /// The rows that take part. Allocates where they are others than before. False where numbers went bad.
  bool factor(equations::Workspace& numbers, const unsigned char* takes_part,
              RankTolerance tolerance);
  /// x (n) ← K₁ h, h by row.
  void tangent(const double* h, double* x) noexcept;
  /// s (m) ← K₁ᵀw; 0 of rows that do not take part.
  void adjoint(const double* w, double* s) noexcept;
  double least_pivot() const noexcept;

 private:
  struct Factor {
    Factor(Index n_, Index m_) : n(n_), m(m_), rows(n_, m_) {}
    Index n, m;
    least::Derivative rows;
  };
  void make_factors();

  Index m_;
  PartTask task_;
  std::vector<std::unique_ptr<Factor>> factors_, spare_;  // by part; of other parts before
  std::vector<double> zero_, in_, out_;
};

}  // namespace zwang::instant
