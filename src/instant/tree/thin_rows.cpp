// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/thin_rows.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::instant {

namespace {

constexpr Index few = 64;  // coordinates that the methods for full matrices take as they are

Index room(Index size) { return std::max(size, Index{1}); }

}  // namespace

ThinRows::ThinRows(Index rows, Index n)
    : rows_(rows),
      n_(n),
      columns_(n > few && n > 2 * rows ? rows : n),
      D_(room(rows * n)),
      R_(room(columns_ < n ? rows * columns_ : Index{1})),
      gamma_(room(rows)) {}

// Row k is turned onto coordinate k by 1 − γ v vᵀ, v in its place.
void ThinRows::factor() noexcept {
  if (!turned()) return;
  for (Index k = 0; k < rows_; ++k) {
    double* const v = D_.data() + k * n_;
    std::copy_n(v, k, R_.data() + k * columns_);
    std::fill_n(R_.data() + k * columns_ + k, columns_ - k, 0.0);
    const double length = linalg::norm(v + k, n_ - k);
    const double end = v[k] > 0 ? -length : length;
    R_.data()[k * columns_ + k] = end;
    const double first = v[k] - end;  // no cancellation: of one sign
    v[k] = first;
    gamma_.data()[k] = length > 0 ? -1 / (end * first) : 0.0;
    for (Index i = k + 1; i < rows_; ++i) {
      double* const row = D_.data() + i * n_;
      const double t = gamma_.data()[k] * linalg::dot(v + k, row + k, n_ - k);
      for (Index j = k; j < n_; ++j) row[j] -= t * v[j];
    }
  }
}

void ThinRows::turn_in(double* x) const noexcept {
  for (Index k = 0; turned() && k < rows_; ++k) {
    const double* const v = D_.data() + k * n_;
    const double t = gamma_.data()[k] * linalg::dot(v + k, x + k, n_ - k);
    for (Index j = k; j < n_; ++j) x[j] -= t * v[j];
  }
}

void ThinRows::turn_out(double* x) const noexcept {
  for (Index k = turned() ? rows_ : Index{0}; k-- > 0;) {
    const double* const v = D_.data() + k * n_;
    const double t = gamma_.data()[k] * linalg::dot(v + k, x + k, n_ - k);
    for (Index j = k; j < n_; ++j) x[j] -= t * v[j];
  }
}

}  // namespace zwang::instant
