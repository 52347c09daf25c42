// SPDX-License-Identifier: Apache-2.0
#include "variation/node_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.h"
#include "linalg/kernels.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::variation {

NodeRows::NodeRows(Index n, Index most)
    : along_(n),
      n_(n),
      qr_(n, most, 0),
      demand_(qr_.view.ldx),
      z_(qr_.view.ldx + n),
      x_(round_up(std::max<Index>(n, 1), linalg::kLane) + linalg::kLane) {
  qr_.view.tolerance = linalg::stepping_tolerance();
  qr_.view.demand = demand_.data();
  qr_.view.z = z_.data();
}

void NodeRows::factor(const double* A, const double* d, Index count) noexcept {
  expects(count <= qr_.view.lanes);
  count_ = count;
  one_ = count == 1 && n_ > 0;
  if (one_) return take_one(A, d ? *d : 0);
  const Index ldx = qr_.view.ldx;
  for (Index i = 0; i < n_; ++i) {
    double* row = qr_.row(i);
    for (Index j = 0; j < ldx; ++j) row[j] = j < count ? A[j * n_ + i] : 0;
  }
  for (Index j = 0; j < ldx; ++j) demand_.data()[j] = j < count && d ? d[j] : 0;
  rank_ = n_ > 0 && count > 0 ? linalg::kernels().row_qr(qr_.view) : 0;
}

void NodeRows::take_one(const double* A, double d) noexcept {
  length_ = linalg::norm(A, n_);
  rank_ = length_ > 0 ? 1 : 0;
  demand_.data()[0] = d;
  for (Index i = 0; i < n_; ++i) along_[i] = rank_ > 0 ? A[i] / length_ : 0;
}

void NodeRows::shortest(double* delta) noexcept {
  if (one_) {
    const double step = rank_ > 0 ? demand_.data()[0] / length_ : 0;
    for (Index i = 0; i < n_; ++i) delta[i] = step * along_[i];
    return;
  }
  double* x = x_.data();
  std::fill_n(x, x_.size(), 0.0);
  std::copy_n(z_.data(), rank_, x);
  if (rank_ > 0) linalg::kernels().apply_reflectors(qr_.view, rank_, &x, 1);
  std::copy_n(x, n_, delta);
}

double NodeRows::unmet() const noexcept {
  if (one_)
    return rank_ > 0 || demand_.data()[0] == 0 ? 0 : std::numeric_limits<double>::infinity();
  double most = 0;
  const double* left = demand_.data();
  for (Index j = rank_; j < count_; ++j) {
    const double scale = n_ > 0 ? qr_.view.scale[j] : 0;
    if (left[j] == 0) continue;
    if (!(scale > 0)) return std::numeric_limits<double>::infinity();
    most = std::fmax(most, std::fabs(left[j]) * std::sqrt(scale));
  }
  return most;
}

void NodeRows::null_basis(double* Z) noexcept {
  if (one_ && rank_ > 0) {
    // Of the reflection that turns the row into the first axis, u = along ± e₀, the other columns.
    const double sign = along_[0] < 0 ? -1 : 1, half = 1 + std::fabs(along_[0]);  // |u|²/2
    for (Index k = 1; k < n_; ++k) {
      double* const z = Z + (k - 1) * n_;
      for (Index i = 0; i < n_; ++i)
        z[i] = (i == k ? 1 : 0) - along_[k] * (along_[i] + (i == 0 ? sign : 0)) / half;
    }
    return;
  }
  double* x = x_.data();
  for (Index k = rank_; k < n_; ++k) {
    std::fill_n(x, x_.size(), 0.0);
    x[k] = 1;
    if (rank_ > 0) linalg::kernels().apply_reflectors(qr_.view, rank_, &x, 1);
    std::copy_n(x, n_, Z + (k - rank_) * n_);
  }
}

void NodeRows::multipliers(const double* g, double* lambda) noexcept {
  if (one_) {
    lambda[0] = rank_ > 0 ? linalg::dot(along_.data(), g, n_) / length_ : 0;
    return;
  }
  double *x = x_.data(), *z = z_.data();
  std::fill_n(z, z_.size(), 0.0);
  for (Index k = 0; k < rank_; ++k) {
    std::fill_n(x, x_.size(), 0.0);
    x[k] = 1;
    linalg::kernels().apply_reflectors(qr_.view, rank_, &x, 1);
    for (Index i = 0; i < n_; ++i) z[k] += x[i] * g[i];
  }
  if (rank_ > 0) linalg::kernels().backward(qr_.view, rank_, z);
  for (Index j = 0; j < count_; ++j) lambda[j] = 0;
  for (Index k = 0; k < rank_; ++k) lambda[qr_.view.order[k]] = z[k];
}

}  // namespace zwang::variation
