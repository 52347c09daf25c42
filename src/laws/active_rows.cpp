// SPDX-License-Identifier: Apache-2.0
#include "laws/active_rows.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/vector.h"

namespace zwang::least {

ActiveRows::ActiveRows(Index size, Index most)
    : ld_(size),
      ids_(at(std::min(size, most))),
      R_(at(size * std::min(size, most))),
      V_(R_.size()),
      gamma_(ids_.size()),
      column_(at(size)) {}

void ActiveRows::start(Index size, const double* rows, Index stride) noexcept {
  expects(size <= ld_);
  size_ = size;
  rows_ = rows;
  stride_ = stride;
  count_ = 0;
}

void ActiveRows::turn_in(const double* x, double* c) const noexcept {
  std::copy_n(x, size_, c);
  for (Index k = 0; k < count_; ++k) {
    const double* v = V_.data() + k * ld_;
    const double t = gamma_[at(k)] * linalg::dot(v + k, c + k, size_ - k);
    for (Index i = k; i < size_; ++i) c[i] -= t * v[i];
  }
}

void ActiveRows::turn_out(double* c) const noexcept {
  for (Index k = count_; k-- > 0;) {
    const double* v = V_.data() + k * ld_;
    const double t = gamma_[at(k)] * linalg::dot(v + k, c + k, size_ - k);
    for (Index i = k; i < size_; ++i) c[i] -= t * v[i];
  }
}

void ActiveRows::add(Index id, const double* c) noexcept {
  const Index k = count_;
  expects(k < size_);
  const double rest = linalg::norm(c + k, size_ - k);
  const double beta = c[k] > 0 ? -rest : rest;
  std::copy_n(c, k, R_.data() + k * ld_);
  R_[at(k * ld_ + k)] = beta;
  double* v = V_.data() + k * ld_;
  std::copy(c + k, c + size_, v + k);
  v[k] -= beta;
  gamma_[at(k)] = -1 / (beta * v[k]);
  ids_[at(k)] = id;
  ++count_;
}

void ActiveRows::remove(Index k) noexcept {
  const Index last = count_;
  count_ = k;
  for (Index j = k + 1; j < last; ++j) {
    const Index moved = id(j);
    turn_in(rows_ + moved * stride_, column_.data());
    add(moved, column_.data());
  }
}

void ActiveRows::solve(double* c) const noexcept {
  for (Index k = count_; k-- > 0;) {
    for (Index j = k + 1; j < count_; ++j) c[k] -= R(k, j) * c[j];
    c[k] /= R(k, k);
  }
}

void ActiveRows::solve_transposed(double* h) const noexcept {
  for (Index k = 0; k < count_; ++k) {
    for (Index j = 0; j < k; ++j) h[k] -= R(j, k) * h[j];
    h[k] /= R(k, k);
  }
}

double ActiveRows::least_pivot() const noexcept {
  double least = 1;
  for (Index k = 0; k < count_; ++k) least = std::fmin(least, std::fabs(R(k, k)));
  return least;
}

}  // namespace zwang::least
