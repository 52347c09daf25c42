// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's step from a curve: every interval condensed, the intervals joined by a ladder.

#include <utility>
#include <vector>

#include "base/room.h"
#include "bvp/collocation/collocation.h"
#include "bvp/collocation/condense.h"
#include "bvp/scales.h"
#include "linalg/ladder.h"

namespace zwang::bvp {

class NewtonSystem {
 public:
  explicit NewtonSystem(const Bvp& bvp);

  /// Room for steps of curves with so many stages, on meshes of so many intervals; then nothing
  /// allocates. Room is kept. Matrices are kept only for simplified steps.
  void reserve(Index stages, Index intervals, bool simplified = true);

  /// done, not_finite, singular or interrupted; only when done there is a step.
  Outcome step_from(const Curve& curve, const Scales& scales, const NewtonOptions& options,
                    Curve& step) noexcept;

  /// From now on the matrix of the last step_from() is the one of simplified steps.
  void keep() noexcept {
    if (keeps_) std::swap(kept_, fresh_);
  }

  /// The same with the matrix of one curve, which was kept, and the right sides of another.
  Outcome simplified_step(const Curve& matrix, const Curve& right, const Scales& scales,
                          const NewtonOptions& options, Curve& step) noexcept;

  /// Room for deferred steps of curves with so many stages. False: they cannot be made from what is
  /// kept, or are not worth while.
  bool reserve_deferred(Index stages, Index intervals);
  /// The step of a curve with more stages by the matrix that is kept, of fewer of them on the same
  /// mesh (newton_step.cpp). `low` has as many stages as that, and is overwritten.
  Outcome deferred_step(const Curve& high, const NewtonOptions& options, Curve& low,
                        Curve& step) noexcept;

  double condition() const noexcept { return condition_; }
  long evaluations() const noexcept { return evaluations_; }

 private:
  /// A linearised problem, solved.
  struct Linear {
    explicit Linear(const Bvp& bvp) : ladder(bvp.size(), bvp.parameters, 1, true) {}

    linalg::Ladder ladder;
    Scales scales;
    Room<double> U;   // of all intervals
    Room<double> LU;  // the stages' factors, if they are not too many
    Room<double> gz;  // and the slopes at the stages, for deferred steps
    Room<Index> order;
  };

  Outcome solve(const Curve& curve, const Residual* residual, const Scales& scales,
                const NewtonOptions& options, Curve& step) noexcept;
  void solve_again(const Curve& right, Curve& step) noexcept;
  void condense_deferred(const Gauss& more, double h, Index i) noexcept;
  bool fill_ends(const Curve& curve, const Residual* residual, const Scales& scales) noexcept;
  void read_step(const Linear& linear, Curve& step) const noexcept;
  StageFactors factors_of(Linear& linear, Index interval) const noexcept;

  const Bvp* bvp_;
  Condenser condenser_;
  Residual residual_;
  Linear linear_[2];
  Index kept_ = 0, fresh_ = 1;
  bool keeps_ = false, defers_ = false;  // the stages' factors; their slopes
  std::vector<double> rung_, B_, B0_, B1_, Bp_, ends_;
  Room<double> f_;
  double condition_ = 0;
  long evaluations_ = 0;
};

/// Newton's iteration (collocation.h) with memory that several of them use, one after the other.
struct NewtonMemory {
  explicit NewtonMemory(const Bvp& bvp) : system(bvp) {}

  NewtonSystem system;
  Curve trial, step, next, rest;
};

/// From the rates that the curve has.
NewtonResult newton(const Bvp& bvp, const NewtonOptions& options, NewtonMemory& memory,
                    Curve& curve);

}  // namespace zwang::bvp
