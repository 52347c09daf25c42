// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant at one sample of an extremal: ẍ, λ, and how far ẍ is from the free one. By small
// matrices where nothing is near a decision; the general method is made at the first sample that
// needs it, for it takes longer to make than a small question to answer.

#include <memory>
#include <vector>

#include "equations/evaluate.h"
#include "least/derivative_regular.h"
#include "least/workspace.h"

namespace zwang {

class ExtremalInstant {
 public:
  explicit ExtremalInstant(const equations::Equations& equations);

  /// Of the M, Q, A, b that are in the numbers.
  void solve(equations::Workspace& numbers);

  const double* acceleration() const { return acceleration_; }  // n
  const double* multipliers() const { return multipliers_; }    // m
  const double* deviation() const { return deviation_; }        // n; NaN without free motion
  bool free_motion() const { return free_motion_; }             // M is regular
  Method method() const { return method_; }                     // as Method::automatic chooses

 private:
  struct General {
    General(Index n, Index m);

    Options options;
    least::Workspace workspace;
    Instant instant;
  };

  least::Task task(equations::Workspace& numbers);
  bool solve_small(const least::Task& task);
  bool solve_bound(const least::Task& task);
  void solve_any(const least::Task& task);

  const equations::Equations& equations_;
  least::Mass mass_;
  least::RegularDerivative bound_, free_;
  std::unique_ptr<General> general_;
  std::vector<double> A_;                           // m × n, zero outside the pattern
  std::vector<double> x_, delta_, lambda_, force_;  // n, n, m, n
  const double *acceleration_ = nullptr, *multipliers_ = nullptr, *deviation_ = nullptr;
  bool free_motion_ = true;
  Method method_ = Method::automatic;
};

}  // namespace zwang
