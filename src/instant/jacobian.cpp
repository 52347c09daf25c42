// SPDX-License-Identifier: Apache-2.0
#include "instant/jacobian.h"

#include <algorithm>

namespace zwang::instant {

Jacobian::Jacobian(const equations::Equations& equations)
    : n_(equations.n),
      m_(equations.m),
      task_(equations),
      changes_(equations),
      derivative_(n_, m_),
      dx_(2 * n_ * n_) {}

least::Task Jacobian::task(equations::Workspace& numbers) noexcept { return task_.of(numbers); }

bool Jacobian::form(equations::Workspace& numbers, const Instant& now, double t, const double* q,
                    const double* v) noexcept {
  if (!derivative_.factor(task(numbers), RankTolerance::stepping)) return false;
  changes_.fill(numbers, t, q, v, now.acceleration.data(), now.multipliers.data());
  derivative_.tangent(changes_.g(), m_ > 0 ? changes_.h() : nullptr, nullptr, changes_.columns(),
                      dx_.data());
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
