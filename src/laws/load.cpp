// SPDX-License-Identifier: Apache-2.0
// Gauss's principle once more, for λ = λ₀ + μ: least ‖λ₀ + μ‖ with Aᵀμ = 0 and μ ≥ −λ₀. From the
// change μ, because Aᵀμ = 0 is exactly consistent whatever rounding did to λ₀.

#include "laws/load.h"

#include <algorithm>

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Load::Load(Index n, Index m)
    : n_(n),
      m_(m),
      shortest_(m, n + m),
      kind_(at(n + m)),
      binds_(at(n + m)),
      unit_(at(m), 1.0),
      Q_(at(m)),
      A_(at((n + m) * m)),
      b_(at(n + m)) {}

Status Load::share(const Task& task, const unsigned char* kind, const unsigned char* binds,
                   double* lambda) noexcept {
  std::fill(A_.begin(), A_.end(), 0.0);
  std::fill_n(kind_.data(), n_, static_cast<unsigned char>(equality_row));
  std::fill_n(binds_.data(), n_ + m_, static_cast<unsigned char>(leaves));
  for (Index j = 0; j < m_; ++j) {
    const bool contact = kind[j] == unilateral_row && binds[j] != leaves;
    const bool in = contact || kind[j] == equality_row;
    kind_[at(n_ + j)] = contact ? unilateral_row : idle_row;
    Q_[at(j)] = in ? -lambda[j] : 0;
    b_[at(n_ + j)] = -lambda[j];
    A_[at((n_ + j) * m_ + j)] = 1;
    for (Index i = 0; in && i < n_; ++i) A_[at(i * m_ + j)] = task.A[j * n_ + i];
  }
  Task shares;
  shares.n = m_;
  shares.m = n_ + m_;
  shares.mass = Mass::diagonal;
  shares.M = unit_.data();
  shares.Q = Q_.data();
  shares.A = A_.data();
  shares.b = b_.data();
  const UnilateralAnswer& answer = shortest_.solve(shares, kind_.data(), binds_.data());
  if (answer.status != Status::ok) return answer.status;
  for (Index j = 0; j < m_; ++j) {
    lambda[j] += answer.acceleration[j];
    if (kind[j] == unilateral_row) lambda[j] = std::max(lambda[j], 0.0);  // rounding below zero
  }
  return Status::ok;
}

}  // namespace zwang::least
