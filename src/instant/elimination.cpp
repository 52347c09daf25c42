// SPDX-License-Identifier: Apache-2.0
#include "instant/elimination.h"

#include <algorithm>

#include "instant/response.h"

namespace zwang::instant {

Elimination::Elimination(const equations::Equations& equations)
    : n_(equations.n),
      m_(equations.m),
      task_(equations),
      changes_(equations, directions_that_matter(equations.two_ends)),
      K_(at((n_ + m_) * (n_ + m_))),
      order_(at(n_ + m_)),
      side_(at(n_ + m_)),
      slopes_(at(changes_.columns() * (n_ + m_))) {}

bool Elimination::solve(equations::Workspace& numbers) noexcept {
  const least::Task task = task_.of(numbers);
  const Index size = n_ + m_;
  double* const K = K_.data();
  std::fill_n(K, size * size, 0.0);
  least::for_each_block(task, [=](Index first, Index count, const double* M) {
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < count; ++j) K[(first + j) * size + first + i] = M[i * count + j];
    }
  });
  for (Index i = 0; i < m_; ++i) {
    for (Index j = 0; j < n_; ++j) {
      K[j * size + n_ + i] = task.A[i * n_ + j];
      K[(n_ + i) * size + j] = -task.A[i * n_ + j];
    }
  }
  std::copy_n(task.Q, n_, side_.data());
  std::copy_n(task.b, m_, side_.data() + n_);
  const linalg::Lu lu{size, K, order_.data()};
  if (!factor_lu(lu)) return false;
  solve_lu(lu, side_.data());  // M ẍ − Aᵀλ = Q, A ẍ = b [XUMK94 6-8]
  return true;
}

void Elimination::differentiate(equations::Workspace& numbers, double t, const double* x,
                                const double* v) noexcept {
  changes_.fill(numbers, t, x, v, acceleration(), multipliers());
  const linalg::Lu lu{n_ + m_, K_.data(), order_.data()};
  for (Index k = 0; k < changes_.columns(); ++k) {
    double* const column = slopes_.data() + k * (n_ + m_);
    std::copy_n(changes_.g() + k * n_, n_, column);
    std::copy_n(changes_.h() + k * m_, m_, column + n_);
    solve_lu(lu, column);
  }
}

}  // namespace zwang::instant
