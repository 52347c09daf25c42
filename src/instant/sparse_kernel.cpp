// SPDX-License-Identifier: Apache-2.0
#include "instant/sparse_kernel.h"

#include <algorithm>

#include "least/method.h"

namespace zwang::instant {

namespace {

least::SparsePattern pattern_of(const equations::Equations& equations) {
  return {equations.m, equations.n, equations.A().begin, equations.A().column};
}

std::vector<Index> blocks_of(const equations::Equations& equations) {
  if (equations.mass_blocks.size() == static_cast<std::size_t>(equations.n)) return {};
  return {equations.mass_blocks.begin(), equations.mass_blocks.end()};
}

}  // namespace

SparseKernel::Selection::Selection(const equations::Equations& equations)
    : solver(pattern_of(equations), blocks_of(equations)),
      answer(equations.n, equations.m),
      A(equations.A().column.size()) {}

SparseKernel::SparseKernel(const equations::Equations& equations)
    : equations_(equations),
      solver_(pattern_of(equations), blocks_of(equations), RankTolerance::stepping),
      answer_(equations.n, equations.m),
      change_(equations),
      sets_{Selection(equations), Selection(equations)},
      zero_(static_cast<std::size_t>(std::max(equations.n, equations.m))) {
  least::prepare(equations.n, equations.m, instant_);
  instant_.method = Method::sparse;
}

const double* SparseKernel::weights() const noexcept {
  return equations_.weights.empty() ? nullptr : equations_.weights.data();
}

const Instant& SparseKernel::solve(equations::Workspace& numbers) noexcept {
  instant_.status = solver_.solve(numbers.M(), numbers.Q(), numbers.A(), numbers.b(), nullptr,
                                  weights(), answer_);
  std::copy(answer_.acceleration.begin(), answer_.acceleration.end(),
            instant_.acceleration.begin());
  std::copy(answer_.force_lagrange.begin(), answer_.force_lagrange.end(),
            instant_.force_lagrange.begin());
  std::copy(answer_.multipliers.begin(), answer_.multipliers.end(), instant_.multipliers.begin());
  std::copy(answer_.residual.begin(), answer_.residual.end(), instant_.residual.begin());
  instant_.rank = static_cast<std::size_t>(answer_.rank);
  instant_.freedom = static_cast<std::size_t>(equations_.n) - instant_.rank;
  const bool unique = answer_.rank == equations_.m;
  std::fill(instant_.unique.begin(), instant_.unique.end(), static_cast<unsigned char>(unique));
  instant_.gauss = 0;                                           // F^Lᵀ M⁻¹ F^L
  for (const double y : solver_.yL()) instant_.gauss += y * y;  // [KNUX99 5]
  return instant_;
}

void SparseKernel::select(Selection& selection, equations::Workspace& numbers,
                          const unsigned char* takes_part) const noexcept {
  const std::vector<Index>& begin = equations_.A().begin;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    for (Index k = begin[i]; k < begin[i + 1]; ++k) {
      selection.A[static_cast<std::size_t>(k)] = takes_part[i] ? numbers.A()[k] : 0.0;
    }
  }
}

const double* SparseKernel::least_change(equations::Workspace& numbers, const double* b,
                                         const unsigned char* takes_part) noexcept {
  select(change_, numbers, takes_part);
  change_.solver.solve(numbers.M(), zero_.data(), change_.A.data(), b, nullptr, weights(),
                       change_.answer);
  return change_.answer.acceleration.data();
}

bool SparseKernel::factor(int set, equations::Workspace& numbers,
                          const unsigned char* takes_part) noexcept {
  Selection& rows = sets_[set];
  select(rows, numbers, takes_part);
  const Status status = rows.solver.solve(numbers.M(), zero_.data(), rows.A.data(), zero_.data(),
                                          nullptr, weights(), rows.answer);
  return status == Status::ok || status == Status::contradictory;
}

const double* SparseKernel::apply(int set, const double* demand) noexcept {
  Selection& rows = sets_[set];
  rows.solver.step_towards(demand, rows.answer.acceleration.data());
  return rows.answer.acceleration.data();
}

}  // namespace zwang::instant
