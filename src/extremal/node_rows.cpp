// SPDX-License-Identifier: Apache-2.0
#include "extremal/node_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.h"
#include "linalg/kernels.h"
#include "linalg/rank.h"

namespace zwang::extremal {

NodeRows::NodeRows(Index n, Index most)
    : n_(n),
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
  const Index ldx = qr_.view.ldx;
  for (Index i = 0; i < n_; ++i) {
    double* row = qr_.row(i);
    for (Index j = 0; j < ldx; ++j) row[j] = j < count ? A[j * n_ + i] : 0;
  }
  for (Index j = 0; j < ldx; ++j) demand_.data()[j] = j < count && d ? d[j] : 0;
  rank_ = n_ > 0 && count > 0 ? linalg::kernels().row_qr(qr_.view) : 0;
}

void NodeRows::shortest(double* delta) noexcept {
  double* x = x_.data();
  std::fill_n(x, x_.size(), 0.0);
  std::copy_n(z_.data(), rank_, x);
  if (rank_ > 0) linalg::kernels().apply_reflectors(qr_.view, rank_, &x, 1);
  std::copy_n(x, n_, delta);
}

double NodeRows::unmet() const noexcept {
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
  double* x = x_.data();
  for (Index k = rank_; k < n_; ++k) {
    std::fill_n(x, x_.size(), 0.0);
    x[k] = 1;
    if (rank_ > 0) linalg::kernels().apply_reflectors(qr_.view, rank_, &x, 1);
    std::copy_n(x, n_, Z + (k - rank_) * n_);
  }
}

void NodeRows::multipliers(const double* g, double* lambda) noexcept {
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

}  // namespace zwang::extremal
