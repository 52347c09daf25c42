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

// Products that a choice among full rows costs; it is made once in a step.
constexpr double most_products = 2e8;

bool has_choice(const equations::Equations& equations) {
  const auto n = static_cast<double>(equations.n), m = static_cast<double>(equations.m);
  return m > 0 && n * m * std::min(n, m) <= most_products;
}

constexpr int accelerations = 2;  // of the sets that are kept

}  // namespace

SparseKernel::Chooser::Chooser(const equations::Equations& equations)
    : rows(equations),
      workspace(equations.n, equations.m, Options{}),
      combiner(equations.n, equations.m),
      zero(std::max(equations.n, equations.m)) {}

least::Task SparseKernel::Chooser::task(equations::Workspace& numbers,
                                        const unsigned char* takes_part) noexcept {
  least::Task task = rows.of(numbers, takes_part);
  task.Q = task.b = zero.data();
  return task;
}

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
      zero_(static_cast<std::size_t>(std::max(equations.n, equations.m))),
      b_(at(equations.m)) {
  if (has_choice(equations)) {
    chooser_ = std::make_unique<Chooser>(equations);
    for (Combination& kept : kept_) kept = Combination(equations.m);
  }
  least::prepare(equations.n, equations.m, instant_);
  instant_.method = Method::sparse;
}

const double* SparseKernel::weights() const noexcept {
  return equations_.weights.empty() ? nullptr : equations_.weights.data();
}

// Rows that are left out ask for nothing.
const double* SparseKernel::asked(int set, const double* b) noexcept {
  if (set < 0 || !kept_[set].used) return b;
  for (std::size_t i = 0; i < b_.size(); ++i) b_[i] = kept_[set].rows[i] ? b[i] : 0;
  return b_.data();
}

const Instant& SparseKernel::solve(equations::Workspace& numbers) noexcept {
  if (!kept_[accelerations].used) return solve_in_full(numbers);
  select(accelerations, change_, numbers, nullptr);
  instant_.status = solver_.solve(numbers.M(), numbers.Q(), change_.A.data(),
                                  asked(accelerations, numbers.b()), nullptr, nullptr, answer_);
  return give_out();
}

const Instant& SparseKernel::solve_in_full(equations::Workspace& numbers) noexcept {
  instant_.status = solver_.solve(numbers.M(), numbers.Q(), numbers.A(), numbers.b(), nullptr,
                                  weights(), answer_);
  return give_out();
}

const Instant& SparseKernel::give_out() noexcept {
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

void SparseKernel::select(int set, Selection& selection, equations::Workspace& numbers,
                          const unsigned char* takes_part) const noexcept {
  const unsigned char* const kept = set >= 0 && kept_[set].used ? kept_[set].rows.data() : nullptr;
  const std::vector<Index>& begin = equations_.A().begin;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    const bool counts = (!takes_part || takes_part[i]) && (!kept || kept[i]);
    for (Index k = begin[i]; k < begin[i + 1]; ++k) {
      selection.A[static_cast<std::size_t>(k)] = counts ? numbers.A()[k] : 0.0;
    }
  }
}

const double* SparseKernel::least_change(int set, equations::Workspace& numbers, const double* b,
                                         const unsigned char* takes_part) noexcept {
  select(set, change_, numbers, takes_part);
  change_.solver.solve(numbers.M(), zero_.data(), change_.A.data(), asked(set, b), nullptr,
                       weights(), change_.answer);
  return change_.answer.acceleration.data();
}

bool SparseKernel::fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                                double* length) noexcept {
  if (!chooser_) return false;
  chooser_->combiner.fill_lengths(chooser_->task(numbers, takes_part), chooser_->workspace, length);
  return true;
}

bool SparseKernel::choose(int set, equations::Workspace& numbers, const unsigned char* takes_part,
                          const RowRule& rule) noexcept {
  if (!chooser_) return false;
  Combination& kept = kept_[set];
  chooser_->combiner.choose(chooser_->task(numbers, takes_part), chooser_->workspace, rule, kept);
  std::fill_n(kept.W.data(), kept.rank * kept.m, 0.0);
  for (Index i = 0, k = 0; i < kept.m; ++i) {
    if (kept.rows[at(i)]) kept.W.data()[kept.m * k++ + i] = 1;
  }
  return true;
}

bool SparseKernel::factor(int set, equations::Workspace& numbers,
                          const unsigned char* takes_part) noexcept {
  Selection& rows = sets_[set];
  select(set, rows, numbers, takes_part);
  const Status status = rows.solver.solve(numbers.M(), zero_.data(), rows.A.data(), zero_.data(),
                                          nullptr, weights(), rows.answer);
  return status == Status::ok || status == Status::contradictory;
}

const double* SparseKernel::apply(int set, const double* demand) noexcept {
  Selection& rows = sets_[set];
  rows.solver.step_towards(asked(set, demand), rows.answer.acceleration.data());
  return rows.answer.acceleration.data();
}

}  // namespace zwang::instant
