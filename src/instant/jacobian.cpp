// SPDX-License-Identifier: Apache-2.0
#include "instant/jacobian.h"

#include <algorithm>

#include "base/contract.h"
#include "instant/task.h"

namespace zwang::instant {

namespace {

// Into a dense matrix whose entries outside of the pattern are zero.
void spread(const equations::Pattern& pattern, const double* values, Index row_step,
            Index column_step, double* dense) {
  for (Index i = 0; i < pattern.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index k = pattern.begin[row]; k < pattern.begin[row + 1]; ++k) {
      const Index j = pattern.column[static_cast<std::size_t>(k)];
      dense[i * row_step + j * column_step] = values[k];
    }
  }
}

}  // namespace

Jacobian::Jacobian(const equations::Equations& equations)
    : equations_(equations),
      n_(equations.n),
      m_(equations.m),
      derivative_(n_, m_),
      A_(std::max(m_ * n_, Index{1})),
      g_(2 * n_ * n_),
      h_(std::max(2 * n_ * m_, Index{1})),
      dx_(2 * n_ * n_) {
  expects(equations.tangent.compiled);
}

least::Task Jacobian::task(equations::Workspace& numbers) noexcept {
  spread(equations_.A(), numbers.A(), n_, 1, A_.data());
  least::Task task = task_of(equations_, numbers);
  task.A = A_.data();
  return task;
}

bool Jacobian::form(equations::Workspace& numbers, const Instant& now, double t, const double* q,
                    const double* v) noexcept {
  if (!derivative_.factor(task(numbers), RankTolerance::stepping)) return false;
  numbers.evaluate_tangent(t, q, v, now.acceleration.data(), now.multipliers.data());
  spread(equations_.G(), numbers.G(), 1, n_, g_.data());
  spread(equations_.H(), numbers.H(), 1, m_, h_.data());
  derivative_.tangent(g_.data(), m_ > 0 ? h_.data() : nullptr, nullptr, 2 * n_, dx_.data());
  return true;
}

void Jacobian::tangent_projector(equations::Workspace& numbers, double* P) noexcept {
  std::fill_n(P, n_ * n_, 0.0);
  least::for_each_block(task(numbers), [this, P](Index first, Index size, const double* M) {
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < size; ++i) P[(first + j) * n_ + first + i] = M[i * size + j];
    }
  });
  derivative_.tangent(P, nullptr, nullptr, n_, P);
}

}  // namespace zwang::instant
