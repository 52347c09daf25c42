// SPDX-License-Identifier: Apache-2.0
#include "linalg/sparse/row_choice.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "linalg/vector.h"

namespace zwang::linalg {

namespace {

/// I − γ v vᵀ, v from entry `first` on.
struct Reflector {
  const double* v;
  Index first, size;
  double gamma;
};

/// Rows of `size` numbers, at most four.
void reflect(const Reflector& by, double* rows, Index count) noexcept {
  double t[4] = {};
  if (count == 4) {
    const double *a = rows, *b = a + by.size, *c = b + by.size, *d = c + by.size;
    for (Index i = by.first; i < by.size; ++i) {
      t[0] += by.v[i] * a[i];
      t[1] += by.v[i] * b[i];
      t[2] += by.v[i] * c[i];
      t[3] += by.v[i] * d[i];
    }
  } else {
    for (Index k = 0; k < count; ++k) {
      for (Index i = by.first; i < by.size; ++i) t[k] += by.v[i] * rows[k * by.size + i];
    }
  }
  for (Index k = 0; k < count; ++k) {
    t[k] *= by.gamma;
    for (Index i = by.first; i < by.size; ++i) rows[k * by.size + i] -= t[k] * by.v[i];
  }
}

}  // namespace

RowChoice::RowChoice(Index m, Index n)
    : m_(m),
      n_(n),
      D_(std::max(m * n, Index{1})),
      gamma_(std::max(m, Index{1})),
      x_(std::max(m, n) + 1),
      order_(at(m)) {}

// D = T Qᵀ: each chosen row is turned onto the next coordinate, and all others with it. Then T, of which
// the first rank columns count, is turned onto them from the left, its reflectors below the diagonal.
void RowChoice::choose(double tolerance, Index most) noexcept {
  std::iota(order_.begin(), order_.end(), Index{0});
  rank_ = 0;
  least_ = 1;
  next_ = 0;
  double first = 0;
  double* const v = x_.data();
  for (Index k = 0; k < std::min(m_, n_); ++k) {
    Index best = k;
    double longest = 0;
    for (Index i = k; i < m_; ++i) {
      const double length = norm(D_.data() + i * n_ + k, n_ - k);
      if (length > longest) {
        longest = length;
        best = i;
      }
    }
    if (k == 0) first = longest;
    if (!(longest > tolerance * first) || k == most) {
      next_ = first > 0 ? longest / first : 0;
      break;
    }
    if (best != k) {
      std::swap_ranges(D_.data() + k * n_, D_.data() + (k + 1) * n_, D_.data() + best * n_);
      std::swap(order_[at(k)], order_[at(best)]);
    }
    double* const row = D_.data() + k * n_;
    const double end = row[k] > 0 ? -longest : longest;
    std::copy(row + k, row + n_, v + k);
    v[k] -= end;  // no cancellation: of one sign
    const double gamma = -1 / (end * v[k]);
    std::fill(row + k, row + n_, 0.0);
    row[k] = end;
    for (Index i = k + 1; i < m_; ++i) {
      double* const other = D_.data() + i * n_;
      const double t = gamma * dot(v + k, other + k, n_ - k);
      for (Index j = k; j < n_; ++j) other[j] -= t * v[j];
    }
    least_ = longest / first;
    rank_ = k + 1;
  }
  for (Index k = 0; k < rank_; ++k) {
    const auto T = [this](Index i, Index j) -> double& { return D_.data()[i * n_ + j]; };
    double square = 0;
    for (Index i = k; i < m_; ++i) square += T(i, k) * T(i, k);
    const double length = std::sqrt(square), end = T(k, k) > 0 ? -length : length;
    T(k, k) -= end;
    gamma_.data()[k] = -1 / (end * T(k, k));
    for (Index j = k + 1; j < rank_; ++j) {
      double t = 0;
      for (Index i = k; i < m_; ++i) t += T(i, k) * T(i, j);
      t *= gamma_.data()[k];
      for (Index i = k; i < m_; ++i) T(i, j) -= t * T(i, k);
    }
  }
}

/// x ← Q x, of the reflectors from the left; m numbers in the order of choice.
void RowChoice::turn_back(double* x) const noexcept {
  for (Index k = rank_; k-- > 0;) {
    double t = 0;
    for (Index i = k; i < m_; ++i) t += D_.data()[i * n_ + k] * x[i];
    t *= gamma_.data()[k];
    for (Index i = k; i < m_; ++i) x[i] -= t * D_.data()[i * n_ + k];
  }
}

// Hartley's matrix, orthogonal and full, mixes the directions. Its rows are turned back side by side, four sums at a time: each
// would wait for itself.
void RowChoice::fill_range(double* W) noexcept {
  double* const v = x_.data();
  const double r = static_cast<double>(rank_), size = 1 / std::sqrt(r);
  std::fill_n(W, rank_ * m_, 0.0);
  for (Index k = 0; k < rank_; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / r;
    v[k] = size * (std::cos(angle) + std::sin(angle));
  }
  for (Index k = 0; k < rank_; ++k) {
    for (Index j = 0; j < rank_; ++j) W[k * m_ + j] = v[k * j % rank_];
  }
  for (Index k = rank_; k-- > 0;) {
    for (Index i = k; i < m_; ++i) v[i] = D_.data()[i * n_ + k];
    for (Index first = 0; first < rank_; first += 4) {
      const Index count = std::min(rank_ - first, Index{4});
      reflect({v, k, m_, gamma_.data()[k]}, W + first * m_, count);
    }
  }
  for (Index k = 0; k < rank_; ++k) {
    double* const row = W + k * m_;
    std::copy_n(row, m_, v);
    for (Index i = 0; i < m_; ++i) row[order_[at(i)]] = v[i];
  }
}

void RowChoice::fill_null(double* N) noexcept {
  double* const x = x_.data();
  for (Index k = rank_; k < m_; ++k, N += m_) {
    std::fill_n(x, m_, 0.0);
    x[k] = 1;
    turn_back(x);
    for (Index i = 0; i < m_; ++i) N[order_[at(i)]] = x[i];
  }
}

}  // namespace zwang::linalg
