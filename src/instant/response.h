// SPDX-License-Identifier: Apache-2.0
#pragma once
// ẍ and λ at single states, and how they answer to them: to coordinates, rates, and the directions of
// TwoEnds, in this order, by the explicit equation, which takes any rows. Small matrices serve where
// nothing is near a decision; what takes all others is made at the first of them, for it takes longer
// to make than a small question to answer.

#include <memory>
#include <vector>

#include "instant/changes.h"
#include "instant/dense_task.h"
#include "least/derivative.h"
#include "least/derivative_regular.h"

namespace zwang::instant {

class Response {
 public:
  explicit Response(const equations::Equations& equations);

  /// At the state whose M, Q, A, b are in the numbers. False: there is no answer.
  bool solve(equations::Workspace& numbers) noexcept;
  /// The same in two steps, of task(): where nothing is near a decision, false if something is; and
  /// by the general method, whose Instant says more and lives until the next of these.
  least::Task task(equations::Workspace& numbers) noexcept { return task_.of(numbers); }
  bool solve_regular(const least::Task& task) noexcept;
  const Instant& solve_any(const least::Task& task) noexcept;
  /// Behind either, at the same state. False where ẍ has no derivative.
  bool differentiate(equations::Workspace& numbers, double t, const double* x,
                     const double* v) noexcept;

  const double* acceleration() const { return acceleration_; }  // n
  const double* multipliers() const { return multipliers_; }    // m
  /// n: ∂ẍ by column k of (x, v, directions).
  const double* by(Index k) const { return slopes_->dx.data() + k * equations_.n; }
  /// m: ∂λ; only where there are velocity rows.
  const double* multipliers_by(Index k) const { return slopes_->dm.data() + k * equations_.m; }

  /// The last question failed because ZᵀMZ is singular; then a direction in which it is zero.
  bool degenerate() const {
    return !regular_ && general_ && general_->instant.status == Status::degenerate;
  }
  std::vector<double> null_direction() const {
    return general_ ? general_->instant.null_direction : std::vector<double>{};
  }
  /// ZᵀMZ of the last question has both signs.
  bool indefinite() const;

 private:
  /// For instants that are not regular, or large.
  struct General {
    General(Index n, Index m);
    Options options;
    least::Workspace workspace;
    Instant instant;
  };
  struct Slopes {
    explicit Slopes(const equations::Equations& equations);
    Changes changes;
    std::vector<double> dx, dm, w;  // for each column n, m; n
    std::unique_ptr<least::Derivative> general;
  };

  bool factor_any(equations::Workspace& numbers) noexcept;
  void differentiate_regular() noexcept;
  void differentiate_any(equations::Workspace& numbers) noexcept;

  const equations::Equations& equations_;
  DenseTask task_;
  least::RegularDerivative small_;
  bool regular_ = false;  // the last question was
  std::unique_ptr<General> general_;
  std::unique_ptr<Slopes> slopes_;
  const double *acceleration_ = nullptr, *multipliers_ = nullptr;
  std::vector<double> x_, lambda_;  // n, m
};

/// Directions of TwoEnds that are columns: the time moves only where unknowns move an end.
Index directions_that_matter(const equations::TwoEnds& two);

}  // namespace zwang::instant
