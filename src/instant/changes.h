// SPDX-License-Identifier: Apache-2.0
#pragma once
// What moves an instant, M ẍ − Aᵀλ = Q and A ẍ = b, where the state or a parameter moves and ẍ and λ
// are held: the right sides of least/derivative.h, column by column of (q, v, directions).

#include <vector>

#include "equations/evaluate.h"

namespace zwang::instant {

class Changes {
 public:
  /// The tangent of the equations must have been compiled; `directions` of their slopes by parameters
  /// are columns too.
  explicit Changes(const equations::Equations& equations, Index directions = 0);

  Index columns() const { return columns_; }

  /// Evaluates them at the state, where ẍ and λ are as given.
  void fill(equations::Workspace& numbers, double t, const double* q, const double* v,
            const double* acceleration, const double* multipliers) noexcept;

  const double* g() const { return g_.data(); }  // n each: ∂(Q − M ẍ + Aᵀλ)
  const double* h() const { return h_.data(); }  // m each: ∂(b − A ẍ)

 private:
  Index n_, m_, directions_, columns_;
  std::vector<double> g_, h_;               // zero outside the patterns
  std::vector<Index> G_places_, H_places_;  // of the patterns' entries
};

}  // namespace zwang::instant
