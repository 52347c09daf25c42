// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's step from a curve: every interval condensed, the intervals joined by a ladder.

#include <vector>

#include "extremal/collocation.h"
#include "extremal/condense.h"
#include "extremal/scales.h"
#include "linalg/ladder.h"

namespace zwang::extremal {

class NewtonSystem {
 public:
  NewtonSystem(const Bvp& bvp, Index stages);

  /// Room for steps on meshes of so many intervals; then nothing allocates. Room is kept.
  void reserve(Index intervals);

  /// done, not_finite, singular or interrupted; only when done there is a step.
  Outcome step_from(const Curve& curve, const Scales& scales, const NewtonOptions& options,
                    Curve& step) noexcept;

  /// The same with the matrix of one curve and the right sides of another.
  Outcome simplified_step(const Curve& matrix, const Curve& right, const Scales& scales,
                          const NewtonOptions& options, Curve& step) noexcept;

  double condition() const noexcept { return ladder_.condition(); }
  long evaluations() const noexcept { return evaluations_; }

 private:
  Outcome solve(const Curve& curve, const Residual* residual, const Scales& scales,
                const NewtonOptions& options, Curve& step) noexcept;
  bool fill_ends(const Curve& curve, const Residual* residual, const Scales& scales) noexcept;
  void read_step(const Curve& curve, const Scales& scales, Curve& step) const noexcept;

  const Bvp* bvp_;
  Condenser condenser_;
  Residual residual_;
  linalg::Ladder ladder_;
  std::vector<double> U_;  // of all intervals
  std::vector<double> rung_, B_, B0_, B1_, Bp_, ends_;
  long evaluations_ = 0;
};

}  // namespace zwang::extremal
