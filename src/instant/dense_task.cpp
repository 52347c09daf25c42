// SPDX-License-Identifier: Apache-2.0
#include "instant/dense_task.h"

#include <algorithm>

namespace zwang::instant {

namespace {

least::Mass mass_of(const equations::Equations& equations) {
  const auto blocks = static_cast<Index>(equations.mass_blocks.size());
  return blocks == equations.n ? least::Mass::diagonal
         : blocks == 1         ? least::Mass::full
                               : least::Mass::blocks;
}

}  // namespace

std::vector<Index> places_of(const equations::Pattern& pattern, Index by_row, Index by_column) {
  std::vector<Index> places;
  places.reserve(pattern.column.size());
  for (Index i = 0; i < pattern.rows(); ++i) {
    for (Index k = pattern.begin[at(i)]; k < pattern.begin[at(i + 1)]; ++k) {
      places.push_back(i * by_row + pattern.column[at(k)] * by_column);
    }
  }
  return places;
}

DenseTask::DenseTask(const equations::Equations& equations)
    : equations_(&equations),
      A_(std::max(equations.m * equations.n, Index{1})),
      places_(places_of(equations.A, equations.n, 1)) {
  frame_.n = equations.n;
  frame_.m = equations.m;
  frame_.mass = mass_of(equations);
  frame_.blocks = equations.mass_blocks.data();
  frame_.block_count = static_cast<Index>(equations.mass_blocks.size());
  frame_.A = A_.data();
  frame_.W = equations.weights.empty() ? nullptr : equations.weights.data();
}

least::Task DenseTask::with(equations::Workspace& numbers) const noexcept {
  least::Task task = frame_;
  task.M = numbers.M();
  task.Q = numbers.Q();
  task.b = numbers.b();
  return task;
}

least::Task DenseTask::of(equations::Workspace& numbers) noexcept {
  const double* values = numbers.A();
  double* const A = A_.data();
  for (const Index place : places_) A[place] = *values++;
  return with(numbers);
}

least::Task DenseTask::of(equations::Workspace& numbers, const unsigned char* takes_part) noexcept {
  const std::vector<Index>& begin = equations_->A.begin;
  const double* const values = numbers.A();
  double* const A = A_.data();
  for (Index i = 0; i < frame_.m; ++i) {
    for (Index k = begin[at(i)]; k < begin[at(i + 1)]; ++k) {
      A[places_[at(k)]] = takes_part[i] ? values[k] : 0.0;
    }
  }
  return with(numbers);
}

}  // namespace zwang::instant
