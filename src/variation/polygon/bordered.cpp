// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/bordered.h"

#include "linalg/vector.h"

namespace zwang::variation {

Bordered::Bordered(BlockTridiagonal& H, const std::vector<double>& weight,
                   const std::vector<double>& J, Index rows)
    : H_(H), weight_(weight), J_(J), rows_(rows) {
  const auto m = static_cast<std::size_t>(rows);
  C_.assign(m * m, 0);
  nu_.assign(m, 0);
  scratch_.assign(m, 0);
  order_.assign(m, 0);
  pair_.assign(m, 0);
}

linalg::Symmetric Bordered::view() noexcept {
  // What rounding leaves of a row that depends on others, squared by J H⁻¹Jᵀ, is below this.
  return {rows_, C_.data(), rows_, order_.data(), pair_.data(), 1e-12, 0};
}

linalg::SymmetricInertia Bordered::factor(double sigma) {
  linalg::SymmetricInertia sum = H_.factor(sigma, weight_.data());
  if (rows_ == 0) return sum;
  const Index unknowns = H_.unknowns();
  X_ = J_;
  for (Index j = 0; j < rows_; ++j) H_.solve(X_.data() + j * unknowns);
  for (Index j = 0; j < rows_; ++j)
    for (Index i = 0; i <= j; ++i)
      C_[j * rows_ + i] = C_[i * rows_ + j] =
          linalg::dot(J_.data() + i * unknowns, X_.data() + j * unknowns, unknowns);
  schur_ = linalg::factor_symmetric(view());
  // The whole has the pivots of H and those of −C; each independent row takes one of either sign.
  const Index independent = rows_ - schur_.zero;
  sum.negative += schur_.positive - independent;
  sum.positive += schur_.negative - independent;
  return sum;
}

void Bordered::solve(std::vector<double>& b, const std::vector<double>& d) {
  const Index unknowns = H_.unknowns();
  H_.solve(b.data());
  if (rows_ == 0) return;
  for (Index j = 0; j < rows_; ++j)
    nu_[j] = linalg::dot(J_.data() + j * unknowns, b.data(), unknowns) - (d.empty() ? 0 : d[j]);
  linalg::solve_symmetric(view(), schur_, nu_.data(), scratch_.data());
  for (Index j = 0; j < rows_; ++j)
    for (Index i = 0; i < unknowns; ++i) b[i] -= X_[j * unknowns + i] * nu_[j];
}

}  // namespace zwang::variation
