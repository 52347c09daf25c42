// SPDX-License-Identifier: Apache-2.0
#pragma once
// ẍ and λ at single states and how they answer to them, as Response gives them, by another route to
// check it: the elimination of multipliers from M ẍ − Aᵀλ = Q, A ẍ = b, which needs independent rows.

#include <vector>

#include "instant/changes.h"
#include "instant/dense_task.h"
#include "linalg/lu.h"

namespace zwang::instant {

class Elimination {
 public:
  explicit Elimination(const equations::Equations& equations);

  /// At the state whose M, Q, A, b are in the numbers. False: there is no answer.
  bool solve(equations::Workspace& numbers) noexcept;
  /// Behind solve(), at the same state.
  void differentiate(equations::Workspace& numbers, double t, const double* x,
                     const double* v) noexcept;

  const double* acceleration() const { return side_.data(); }      // n
  const double* multipliers() const { return side_.data() + n_; }  // m
  const double* by(Index k) const { return slopes_.data() + k * (n_ + m_); }
  const double* multipliers_by(Index k) const { return by(k) + n_; }

 private:
  Index n_, m_;
  DenseTask task_;
  Changes changes_;
  std::vector<double> K_;  // (n + m)², column-major
  std::vector<Index> order_;
  std::vector<double> side_, slopes_;  // n + m; for each column n + m
};

}  // namespace zwang::instant
