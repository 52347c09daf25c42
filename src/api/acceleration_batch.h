// SPDX-License-Identifier: Apache-2.0
#pragma once
// ẍ at many states of a model: programs run state by state, instants are solved several at a time where they
// are small (instant/small_batch.h) or those of a tree (instant/tree/batch.h).

#include <functional>
#include <memory>
#include <vector>

#include "flow/right_side.h"
#include "instant/small_batch.h"
#include "instant/tree/batch.h"
#include "zwang/accelerations.h"

namespace zwang {

class AccelerationBatch {
 public:
  using Alone = std::function<Status(double t, const double* q, const double* v, double* a)>;

  /// Null: every state is to be solved alone.
  explicit AccelerationBatch(motion::RightSide* side);

  /// Sizes fit. Returns how many were solved alone.
  std::size_t solve(const StateBatch& states, std::span<double> acceleration,
                    std::span<Status> status, const Alone& alone);

 private:
  void read(const StateBatch& states, std::size_t s);
  std::size_t solve_trees(std::size_t first, const StateBatch& states, std::span<double> a,
                          std::span<Status> status, const Alone& alone);
  std::size_t solve_small(std::size_t first, const StateBatch& states, std::span<double> a,
                          std::span<Status> status);
  void take_alone(std::size_t s, const StateBatch& states, std::span<double> a,
                  std::span<Status> status, const Alone& alone);

  motion::RightSide* side_;
  std::unique_ptr<instant::TreeBatch> trees_;  // one of the two, or none
  std::unique_ptr<instant::SmallBatch> small_;
  double t_ = 0;
  std::vector<double> q_, v_, a_;
  AlignedArray eight_;  // answers of trees
};

}  // namespace zwang
