// SPDX-License-Identifier: Apache-2.0
#include "linalg/block_tridiagonal.h"

#include <algorithm>

#include "linalg/vector.h"

namespace zwang::linalg {

void BlockTridiagonal::resize(const std::vector<Index>& sizes) {
  sizes_ = sizes;
  const std::size_t count = sizes.size();
  begin_.assign(count + 1, 0);
  square_.assign(count + 1, 0);
  across_.assign(count + 1, 0);
  Index most = 0;
  for (std::size_t k = 0; k < count; ++k) {
    begin_[k + 1] = begin_[k] + sizes[k];
    square_[k + 1] = square_[k] + sizes[k] * sizes[k];
    across_[k + 1] = across_[k] + (k + 1 < count ? sizes[k] * sizes[k + 1] : 0);
    most = std::max(most, sizes[k]);
  }
  diagonal_.assign(square_[count], 0);
  pivot_ = diagonal_;
  above_.assign(across_[count], 0);
  ratio_ = above_;
  inertia_.assign(count, {});
  order_.assign(begin_[count], 0);
  pair_.assign(order_.size(), 0);
  scratch_.assign(most * side_by_side, 0);
}

Symmetric BlockTridiagonal::view(Index k) noexcept {
  Symmetric f;
  f.size = f.ld = sizes_[k];
  f.H = pivot_.data() + square_[k];
  f.order = order_.data() + begin_[k];
  f.pair = pair_.data() + begin_[k];
  return f;
}

SymmetricInertia BlockTridiagonal::factor(double sigma, const double* weight) noexcept {
  SymmetricInertia sum;
  for (Index k = 0; k < blocks(); ++k) {
    const Index size = sizes_[k];
    double* P = pivot_.data() + square_[k];
    std::copy_n(diagonal(k), size * size, P);
    for (Index i = 0; i < size; ++i) P[i * size + i] += sigma * weight[k];
    if (k > 0) {
      // P −= Eᵀ(pivot⁻¹E), one triangle, so that it stays symmetric to the last bit.
      const Index before = sizes_[k - 1];
      const double *E = above(k - 1), *X = ratio_.data() + across_[k - 1];
      for (Index j = 0; j < size; ++j)
        for (Index i = j; i < size; ++i) {
          double s = 0;
          for (Index r = 0; r < before; ++r) s += E[i * before + r] * X[j * before + r];
          P[j * size + i] -= s;  // [ENDS 22]
          if (i != j) P[i * size + j] = P[j * size + i];
        }
    }
    const Symmetric f = view(k);
    inertia_[k] = factor_symmetric(f);
    sum.positive += inertia_[k].positive;
    sum.negative += inertia_[k].negative;
    sum.zero += inertia_[k].zero;
    if (k + 1 == blocks()) break;
    double* X = ratio_.data() + across_[k];
    std::copy_n(above(k), size * sizes_[k + 1], X);
    solve_symmetric(f, inertia_[k], sizes_[k + 1], X, scratch_.data());
  }
  return sum;
}

void BlockTridiagonal::solve(double* b) noexcept {
  for (Index k = 0; k + 1 < blocks(); ++k) {
    const double *X = ratio_.data() + across_[k], *y = b + begin_[k];
    double* next = b + begin_[k + 1];
    for (Index j = 0; j < sizes_[k + 1]; ++j)
      for (Index r = 0; r < sizes_[k]; ++r) next[j] -= X[j * sizes_[k] + r] * y[r];
  }
  for (Index k = blocks(); k-- > 0;) {
    double* y = b + begin_[k];
    solve_symmetric(view(k), inertia_[k], y, scratch_.data());
    if (k + 1 == blocks()) continue;
    const double *X = ratio_.data() + across_[k], *next = b + begin_[k + 1];
    for (Index j = 0; j < sizes_[k + 1]; ++j)
      for (Index r = 0; r < sizes_[k]; ++r) y[r] -= X[j * sizes_[k] + r] * next[j];
  }
}

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

Symmetric Bordered::view() noexcept {
  // What rounding leaves of a row that depends on others, squared by J H⁻¹Jᵀ, is below this.
  return {rows_, C_.data(), rows_, order_.data(), pair_.data(), 1e-12, 0};
}

SymmetricInertia Bordered::factor(double sigma) {
  SymmetricInertia sum = H_.factor(sigma, weight_.data());
  if (rows_ == 0) return sum;
  const Index unknowns = H_.unknowns();
  X_ = J_;
  for (Index j = 0; j < rows_; ++j) H_.solve(X_.data() + j * unknowns);
  for (Index j = 0; j < rows_; ++j)
    for (Index i = 0; i <= j; ++i)
      C_[j * rows_ + i] = C_[i * rows_ + j] =
          dot(J_.data() + i * unknowns, X_.data() + j * unknowns, unknowns);
  schur_ = factor_symmetric(view());
  // The whole has the pivots of H and those of −C; each independent row takes one of either sign.
  const Index independent = rows_ - schur_.zero;
  sum.negative += schur_.positive - independent;  // [ENDS 23]
  sum.positive += schur_.negative - independent;
  return sum;
}

void Bordered::solve(std::vector<double>& b, const std::vector<double>& d) {
  const Index unknowns = H_.unknowns();
  H_.solve(b.data());
  if (rows_ == 0) return;
  for (Index j = 0; j < rows_; ++j)
    nu_[j] = dot(J_.data() + j * unknowns, b.data(), unknowns) - (d.empty() ? 0 : d[j]);
  solve_symmetric(view(), schur_, nu_.data(), scratch_.data());
  for (Index j = 0; j < rows_; ++j)
    for (Index i = 0; i < unknowns; ++i) b[i] -= X_[j * unknowns + i] * nu_[j];
}

}  // namespace zwang::linalg
