// SPDX-License-Identifier: Apache-2.0
#include "least/sparse/sparse_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.h"
#include "linalg/rank.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

void multiply(const SparseRows& rows, const double* x, double* out) noexcept {
  for (Index i = 0; i < rows.m; ++i) {
    double s = 0;
    for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e)
      s += rows.value[e] * x[rows.column[e]];
    out[i] = s;
  }
}

void add_transposed(const SparseRows& rows, const double* y, double* out) noexcept {
  for (Index i = 0; i < rows.m; ++i)
    for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e)
      out[rows.column[e]] += rows.value[e] * y[i];
}

/// Solves L x = b in place for one block, L row-major.
static void solve_block(Index size, const double* L, double* x) {
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < i; ++j) x[i] -= L[i * size + j] * x[j];
    x[i] /= L[i * size + i];
  }
}

WeighedRows::WeighedRows(const SparsePattern& A, std::vector<Index> blocks) : A_begin_(A.begin) {
  if (blocks.empty()) blocks.assign(at(A.n), 1);
  block_first_.assign(1, 0);
  block_entry_.assign(1, 0);
  for (Index size : blocks) {
    block_of_.insert(block_of_.end(), at(size), static_cast<Index>(block_first_.size()) - 1);
    block_first_.push_back(block_first_.back() + size);
    block_entry_.push_back(block_entry_.back() + size * size);
  }
  expects(block_first_.back() == A.n && static_cast<Index>(A.begin.size()) == A.m + 1);
  pattern_ = {A.m, A.n, {0}, {}};
  std::vector<Index> touched, where(at(A.n));
  for (Index i = 0; i < A.m; ++i) {
    touched.clear();
    for (Index e = A.begin[at(i)]; e < A.begin[at(i) + 1]; ++e)
      touched.push_back(block_of_[at(A.column[at(e)])]);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (Index block : touched)
      for (Index j = block_first_[at(block)]; j < block_first_[at(block) + 1]; ++j) {
        where[at(j)] = static_cast<Index>(pattern_.column.size());
        pattern_.column.push_back(j);
      }
    for (Index e = A.begin[at(i)]; e < A.begin[at(i) + 1]; ++e)
      place_.push_back(where[at(A.column[at(e)])]);
    pattern_.begin.push_back(static_cast<Index>(pattern_.column.size()));
  }
  diagonal_ = block_entry_.back() == A.n;
  L_.assign(at(block_entry_.back()), 0);
  if (diagonal_) {
    inverse_ = L_;
    M_.assign(L_.size(), std::numeric_limits<double>::quiet_NaN());  // equal to nothing
  }
  D_.assign(pattern_.column.size(), 0);
  scale_.assign(at(A.m), 0);
}

/// Cholesky of sign·M. A pivot that rounding explains does not count (linalg/rank.h).
bool WeighedRows::factor_block(Index block, const double* M, double sign) noexcept {
  const Index size = block_first_[at(block) + 1] - block_first_[at(block)];
  double* L = L_.data() + block_entry_[at(block)];
  M += block_entry_[at(block)];
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j <= i; ++j) {
      double s = sign * M[j * size + i];
      for (Index k = 0; k < j; ++k) s -= L[i * size + k] * L[j * size + k];
      if (i > j) {
        L[i * size + j] = s / L[j * size + j];
      } else {
        const double least = size > 1 ? linalg::mass_tolerance(size) * sign * M[i * size + i] : 0;
        if (!(s > least)) return false;
        L[i * size + i] = std::sqrt(s);
      }
    }
  return true;
}

/// Masses that are constant are factored once.
bool WeighedRows::factor_diagonal(const double* M, double sign) noexcept {
  if (std::equal(M_.begin(), M_.end(), M)) return positive_;
  positive_ = true;
  for (std::size_t j = 0; j < L_.size(); ++j) {
    M_[j] = M[j];
    positive_ = positive_ && sign * M[j] > 0;
    L_[j] = std::sqrt(sign * M[j]);
    inverse_[j] = 1 / L_[j];
  }
  return positive_;
}

/// D ← D L⁻ᵀ in row i; returns its length squared.
double WeighedRows::weigh_row(Index i) noexcept {
  const Index end = pattern_.begin[at(i) + 1];
  double d2 = 0;
  for (Index e = pattern_.begin[at(i)]; e < end;) {
    const Index block = block_of_[at(pattern_.column[at(e)])];
    const Index size = block_first_[at(block) + 1] - block_first_[at(block)];
    double* d = D_.data() + e;
    solve_block(size, L_.data() + block_entry_[at(block)], d);
    for (Index k = 0; k < size; ++k) d2 += d[k] * d[k];
    e += size;
  }
  return d2;
}

double WeighedRows::weigh_row_diagonally(Index i) noexcept {
  double d2 = 0;
  for (Index e = pattern_.begin[at(i)]; e < pattern_.begin[at(i) + 1]; ++e) {
    double& d = D_[at(e)];
    d *= inverse_[at(pattern_.column[at(e)])];
    d2 += d * d;
  }
  return d2;
}

int WeighedRows::weigh(const double* M, const double* A_values) noexcept {
  const Index blocks = static_cast<Index>(block_first_.size()) - 1;
  const double sign = pattern_.n > 0 && M[0] < 0 ? -1 : 1;
  if (diagonal_ && !factor_diagonal(M, sign)) return 0;
  for (Index k = 0; k < blocks && !diagonal_; ++k)
    if (!factor_block(k, M, sign)) return 0;
  in_range_ = true;
  std::fill(D_.begin(), D_.end(), 0.0);
  for (std::size_t e = 0; e < place_.size(); ++e) D_[at(place_[e])] += A_values[e];
  for (Index i = 0; i < pattern_.m; ++i) {
    const double d2 = diagonal_ ? weigh_row_diagonally(i) : weigh_row(i);
    const double scale = d2 > 0 ? 1 / std::sqrt(d2) : 0;
    const bool fine = d2 > 1e-290 && d2 < 1e290;
    for (Index e = pattern_.begin[at(i)]; e < pattern_.begin[at(i) + 1]; ++e) {
      in_range_ = in_range_ && (fine || D_[at(e)] == 0);
      D_[at(e)] *= scale;
    }
    scale_[at(i)] = scale;
  }
  return sign < 0 ? -1 : 1;
}

void WeighedRows::divide(double* x) const noexcept {
  if (diagonal_) return divide_transposed(x);
  for (std::size_t k = 0; k + 1 < block_first_.size(); ++k)
    solve_block(block_first_[k + 1] - block_first_[k], L_.data() + block_entry_[k],
                x + block_first_[k]);
}

void WeighedRows::divide_transposed(double* x) const noexcept {
  for (std::size_t j = 0; diagonal_ && j < L_.size(); ++j) x[j] *= inverse_[j];
  if (diagonal_) return;
  for (std::size_t k = 0; k + 1 < block_first_.size(); ++k) {
    const Index size = block_first_[k + 1] - block_first_[k];
    const double* L = L_.data() + block_entry_[k];
    double* v = x + block_first_[k];
    for (Index i = size; i-- > 0;) {
      v[i] /= L[i * size + i];
      for (Index j = 0; j < i; ++j) v[j] -= L[i * size + j] * v[i];
    }
  }
}

void WeighedRows::multiply(double* x) const noexcept {
  for (std::size_t j = 0; diagonal_ && j < L_.size(); ++j) x[j] *= L_[j];
  if (diagonal_) return;
  for (std::size_t k = 0; k + 1 < block_first_.size(); ++k) {
    const Index size = block_first_[k + 1] - block_first_[k];
    const double* L = L_.data() + block_entry_[k];
    double* v = x + block_first_[k];
    for (Index i = size; i-- > 0;) {
      v[i] *= L[i * size + i];
      for (Index j = 0; j < i; ++j) v[i] += L[i * size + j] * v[j];
    }
  }
}

}  // namespace zwang::least
