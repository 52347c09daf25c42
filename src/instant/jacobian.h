// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the acceleration answers to the state: ∂ẍ = N G + K₁ H (least/derivative.h), where G and H are
// programs of the equations. Where rows contradict each other, the term of their residual is left
// out: an iteration that uses it as a slope still converges, only not as fast.

#include "instant/changes.h"
#include "instant/dense_task.h"
#include "least/derivative.h"
#include "zwang/instant.h"

namespace zwang::instant {

class Jacobian {
 public:
  /// The tangent of the equations must have been compiled.
  explicit Jacobian(const equations::Equations& equations);

  /// At a state whose instant was solved in full (ẍ and λ); `numbers` still holds its M and A.
  /// False where ẍ has no derivative.
  bool form(equations::Workspace& numbers, const Instant& now, double t, const double* q,
            const double* v) noexcept;

  /// n: ∂ẍ/∂q_j and ∂ẍ/∂v_j of the last state.
  const double* by_coordinate(Index j) const { return dx_.data() + j * n_; }
  const double* by_rate(Index j) const { return dx_.data() + (n_ + j) * n_; }

  /// P (n × n, column-major) ← N M, the part of a change that the rows leave free.
  void tangent_projector(equations::Workspace& numbers, double* P) noexcept;
  Index rank() const { return derivative_.rank(); }

 private:
  least::Task task(equations::Workspace& numbers) noexcept;

  Index n_, m_;
  DenseTask task_;
  Changes changes_;
  least::Derivative derivative_;
  AlignedArray dx_;  // 2n columns of n
};

}  // namespace zwang::instant
