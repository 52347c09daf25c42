// SPDX-License-Identifier: Apache-2.0
#include "motion/rank/circuit.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::motion {

Circuit::Circuit(Index n, Index m)
    : n_(n),
      m_(m),
      basis_(std::max(n * std::min(n, m), Index{1})),
      R_(std::max((std::min(n, m) + 1) * std::min(n, m), Index{1})),
      x_(std::max(m, Index{1})),
      rest_(std::max(n, Index{1})),
      row_(static_cast<std::size_t>(m)),
      independent_(static_cast<std::size_t>(m)) {}

/// Takes away what earlier rows say, twice, so that the rest is orthogonal to them to rounding even
/// where little is left; coefficients (rank) in terms of the basis. Returns the length of the rest.
double Circuit::remove_earlier(double* x, double* coefficients) const noexcept {
  std::fill_n(coefficients, rank_, 0.0);
  for (int round = 0; round < 2; ++round) {
    for (Index k = 0; k < rank_; ++k) {
      const double* q = basis_.data() + k * n_;
      const double t = linalg::dot(q, x, n_);
      coefficients[k] += t;
      for (Index i = 0; i < n_; ++i) x[i] -= t * q[i];
    }
  }
  return std::sqrt(linalg::dot(x, x, n_));
}

/// x ← the dependent row in terms of earlier rows: R x = coefficients, in place.
void Circuit::solve_for_rows() noexcept {
  const Index ld = std::min(n_, m_);
  double* x = x_.data();
  for (Index k = rank_; k-- > 0;) {
    for (Index j = k + 1; j < rank_; ++j) x[k] -= R_.data()[j * ld + k] * x[j];
    x[k] /= R_.data()[k * ld + k];
  }
}

void Circuit::find(const double* D, const double* unit, const unsigned char* takes_part,
                   double tolerance) noexcept {
  const Index most = std::min(n_, m_);
  rank_ = 0;
  first_ = -1;
  std::fill(independent_.begin(), independent_.end(), static_cast<unsigned char>(0));
  for (Index i = 0; i < m_; ++i) {
    if (!takes_part[i]) continue;
    double* rest = rest_.data();
    for (Index j = 0; j < n_; ++j) rest[j] = unit[i] > 0 ? D[i * n_ + j] / unit[i] : 0;
    double* coefficients = R_.data() + rank_ * most;
    const double left = remove_earlier(rest, coefficients);
    if (left > tolerance && rank_ < most) {
      coefficients[rank_] = left;
      for (Index j = 0; j < n_; ++j) basis_.data()[rank_ * n_ + j] = rest[j] / left;
      row_[rank_++] = i;
      independent_[i] = 1;
    } else if (first_ < 0) {
      first_ = i;
      terms_ = rank_;
      std::copy_n(coefficients, rank_, x_.data());
      solve_for_rows();
    }
  }
}

void Circuit::combination(const double* unit, double* w) const noexcept {
  std::fill_n(w, m_, 0.0);
  if (first_ < 0) return;
  double most = 1;
  for (Index k = 0; k < terms_; ++k) most = std::max(most, std::abs(x_.data()[k]));
  const auto put = [&](Index row, double x) {
    if (std::abs(x) > 1e-6 * most) w[row] = unit[row] > 0 ? x / unit[row] : x;
  };
  for (Index k = 0; k < terms_; ++k) put(row_[k], x_.data()[k]);
  put(first_, -1);
  const double scale = *std::find_if(w, w + first_, [](double x) { return x != 0; });
  for (Index i = 0; i <= first_; ++i) {
    if (w[i] != 0) w[i] /= scale;
  }
}

}  // namespace zwang::motion
