// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/node_form.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::variation {

NodeForm::NodeForm(const Functional& functional, Index free, Index most_held)
    : f_(functional), n_(functional.n), free_(free), rows_(n_, f_.rows + most_held) {
  const auto n = static_cast<std::size_t>(n_), m = static_cast<std::size_t>(f_.rows);
  const auto most = static_cast<std::size_t>(f_.rows + most_held);
  const auto w = static_cast<std::size_t>(n_ + free_);
  Z.assign(n * n, 0);
  c.assign(n * static_cast<std::size_t>(free), 0);
  C.assign(w * w, 0);
  A_.assign(most * n, 0);
  demand_.assign(most, 0);
  for (auto* x : {&phi_, &phi_t_}) x->assign(m, 0);
  A_other_.assign(m * n, 0);
  curvature_.assign(n * n, 0);
  for (auto* x : {&mixed_, &follow_}) x->assign(n, 0);
}

bool NodeForm::evaluate(const NodePlace& p) noexcept {
  std::fill(curvature_.begin(), curvature_.end(), 0.0);
  if (f_.rows == 0) return true;
  if (!f_.position_rows(f_.self, p.t, p.x, phi_.data(), A_.data()) ||
      !f_.curvature(f_.self, p.t, p.x, p.multipliers, curvature_.data()))
    return false;
  double sum = 0;
  for (Index i = 0; i < f_.rows * n_; ++i) sum += std::fabs(A_[i]);
  for (const double entry : curvature_) sum += std::fabs(entry);
  return std::isfinite(sum);
}

/// φ_t, Σ λ φ_xt and Σ λ φ_tt by central differences, the step as in LinkForm.
bool NodeForm::evaluate_in_time(const NodePlace& p) noexcept {
  const double step = 1e-4 * p.D;
  std::fill(phi_t_.begin(), phi_t_.end(), 0.0);
  std::fill(mixed_.begin(), mixed_.end(), 0.0);
  twice_ = 0;
  if (f_.rows == 0) return true;
  for (Index j = 0; j < f_.rows; ++j) twice_ -= 2 * p.multipliers[j] * phi_[j];
  for (const double side : {1.0, -1.0}) {
    if (!f_.position_rows(f_.self, p.t + side * step, p.x, phi_.data(), A_other_.data()))
      return false;
    for (Index j = 0; j < f_.rows; ++j) {
      const double factor = side / (2 * step);
      phi_t_[j] += factor * phi_[j];
      twice_ += p.multipliers[j] * phi_[j];
      for (Index i = 0; i < n_; ++i) mixed_[i] += factor * p.multipliers[j] * A_other_[j * n_ + i];
    }
  }
  twice_ /= step * step;
  return std::isfinite(twice_ + linalg::norm(mixed_.data(), n_));
}

bool NodeForm::at(const NodePlace& p) noexcept {
  if (!evaluate(p) || (free_ > 0 && !evaluate_in_time(p))) return false;
  const Index w = n_ + free_;
  std::copy_n(p.held, p.held_rows * n_, A_.data() + f_.rows * n_);
  for (Index j = 0; j < f_.rows + p.held_rows; ++j)
    demand_[j] = free_ > 0 && j < f_.rows ? -phi_t_[j] : 0;
  rows_.factor(A_.data(), demand_.data(), f_.rows + p.held_rows);
  rows_.null_basis(Z.data());
  rows_.shortest(follow_.data());
  for (Index i = 0; i < n_; ++i)
    for (Index j = 0; j < n_; ++j) C[i * w + j] = curvature_[i * n_ + j];
  bool moves = false;
  for (Index a = 0; a < free_; ++a) {
    moves |= p.time_slope[a] != 0;
    for (Index i = 0; i < n_; ++i) {
      c[a * n_ + i] = follow_[i] * p.time_slope[a];
      C[i * w + n_ + a] = C[(n_ + a) * w + i] = mixed_[i] * p.time_slope[a];
    }
    for (Index b = 0; b < free_; ++b)
      C[(n_ + a) * w + n_ + b] = twice_ * p.time_slope[a] * p.time_slope[b];
  }
  // What repeated rows ask for differs by no more than the differences in time do.
  const double size = linalg::norm(follow_.data(), n_) + linalg::norm(p.x, n_) / p.D;
  return !moves || rows_.unmet() <= 1e-5 * size;
}

}  // namespace zwang::variation
