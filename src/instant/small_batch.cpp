// SPDX-License-Identifier: Apache-2.0
#include "instant/small_batch.h"

#include <algorithm>

#include "instant/mode.h"

namespace zwang::instant {

namespace {

// Beyond, one instant fills the registers by itself.
constexpr Index most_coordinates = 24;

Options options_for() {
  Options options;
  options.tolerance = RankTolerance::stepping;
  return options;
}

}  // namespace

bool SmallBatch::takes(const equations::Equations& equations) {
  return !equations.solids && equations.n <= most_coordinates && equations.m <= equations.n &&
         equations.weights.empty() && !has_events(equations) && !has_laws(equations) &&
         !has_switches(equations);
}

SmallBatch::SmallBatch(const equations::Equations& equations)
    : n_(at(equations.n)),
      m_(at(equations.m)),
      solver_(n_, m_, options_for()),
      task_(equations),
      M_(room * n_ * n_),
      Q_(room * n_),
      A_(room * m_ * n_),
      b_(room * m_),
      found_(room * n_),
      statuses_(room) {}

void SmallBatch::begin(std::size_t count) noexcept {
  if (count != count_) std::fill(M_.begin(), M_.end(), 0.0);
  count_ = count;
}

void SmallBatch::put(std::size_t s, equations::Workspace& numbers) noexcept {
  const least::Task task = task_.of(numbers);
  least::for_each_block(task, [&](Index first, Index size, const double* M) {
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j)
        M_[(at(first + i) * n_ + at(first + j)) * count_ + s] = M[i * size + j];
    }
  });
  for (std::size_t k = 0; k < n_; ++k) Q_[k * count_ + s] = task.Q[k];
  for (std::size_t k = 0; k < m_ * n_; ++k) A_[k * count_ + s] = task.A[k];
  for (std::size_t k = 0; k < m_; ++k) b_[k * count_ + s] = task.b[k];
}

std::size_t SmallBatch::solve() noexcept {
  const auto part = [this](const std::vector<double>& x, std::size_t entries) {
    return std::span<const double>(x.data(), entries * count_);
  };
  return solver_.solve(
      {count_, n_, m_, part(M_, n_ * n_), part(Q_, n_), part(A_, m_ * n_), part(b_, m_)},
      {found_.data(), n_ * count_}, {statuses_.data(), count_});
}

}  // namespace zwang::instant
