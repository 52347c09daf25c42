// SPDX-License-Identifier: Apache-2.0
#include "instant/products.h"

#include <algorithm>

#include "instant/usable.h"

namespace zwang::instant {

namespace {

// y ← P x, where P is a pattern with its entries.
void multiply(const equations::Pattern& P, const double* entries, const double* x,
              double* y) noexcept {
  for (Index i = 0; i < P.rows(); ++i) {
    double sum = 0;
    for (Index k = P.begin[i]; k < P.begin[i + 1]; ++k) sum += entries[k] * x[P.column[k]];
    y[i] = sum;
  }
}

// y ← y + Pᵀx.
void multiply_transposed(const equations::Pattern& P, const double* entries, const double* x,
                         double* y) noexcept {
  for (Index i = 0; i < P.rows(); ++i) {
    for (Index k = P.begin[i]; k < P.begin[i + 1]; ++k) y[P.column[k]] += entries[k] * x[i];
  }
}

Index room(Index size) { return std::max(size, Index{1}); }

}  // namespace

Products::Products(const equations::Equations& equations)
    : equations_(equations),
      n_(equations_.n),
      m_(equations_.m),
      parameters_(static_cast<Index>(equations.sensitivity.parameters.size())),
      numbers_(equations_),
      kernel_(equations_, Method::automatic),
      derivative_(n_, m_),
      acceleration_(at(n_)),
      direction_(at(2 * n_)),
      g_(room(n_)),
      h_(room(m_)),
      u_(room(n_)),
      s_(room(m_)),
      dx_(room(n_)) {}

Status Products::go_to(double t, const double* q, const double* v) noexcept {
  ready_ = false;
  numbers_.evaluate(equations::Stage::dynamics, t, q, v);
  const Instant& now = kernel_.solve_in_full(numbers_);
  if (!usable(now.status)) return now.status;
  if (!derivative_.factor(kernel_.task(numbers_), RankTolerance::stepping))
    return Status::degenerate;
  std::copy(now.acceleration.begin(), now.acceleration.end(), acceleration_.begin());
  numbers_.evaluate_tangent(t, q, v, now.acceleration.data(), now.multipliers.data());
  if (parameters_ > 0)
    numbers_.evaluate_by_parameter(t, q, v, now.acceleration.data(), now.multipliers.data());
  ready_ = true;
  return now.status;
}

void Products::forward(std::span<const double> dq, std::span<const double> dv,
                       std::span<const double> dp, double* change) noexcept {
  std::fill(direction_.begin(), direction_.end(), 0.0);
  std::copy(dq.begin(), dq.end(), direction_.begin());
  std::copy(dv.begin(), dv.end(), direction_.begin() + n_);
  multiply(equations_.G(), numbers_.G(), direction_.data(), g_.data());
  multiply(equations_.H(), numbers_.H(), direction_.data(), h_.data());
  for (std::size_t k = 0; k < dp.size(); ++k) {
    const auto p = static_cast<Index>(k);
    for (Index i = 0; i < n_; ++i) g_.data()[i] += dp[k] * numbers_.force_slope()[p * n_ + i];
    for (Index i = 0; i < m_; ++i) h_.data()[i] += dp[k] * numbers_.row_slope()[p * m_ + i];
  }
  derivative_.tangent(g_.data(), m_ > 0 ? h_.data() : nullptr, nullptr, 1, dx_.data());
  std::copy_n(dx_.data(), n_, change);
}

void Products::tangent(double* by_q, double* by_v, double* by_p) noexcept {
  const auto n = at(n_), parameters = at(parameters_);
  std::vector<double> direction(std::max(n, parameters), 0.0), change(n);
  const auto column = [&](double* matrix, std::size_t columns, std::size_t j) {
    for (std::size_t i = 0; i < n; ++i) matrix[i * columns + j] = change[i];
  };
  for (std::size_t j = 0; j < std::max(n, parameters); ++j) {
    direction[j] = 1;
    const std::span<const double> one(direction.data(), n), none;
    if (j < n) {
      forward(one, none, none, change.data());
      column(by_q, n, j);
      forward(none, one, none, change.data());
      column(by_v, n, j);
    }
    if (by_p && j < parameters) {
      forward(none, none, {direction.data(), parameters}, change.data());
      column(by_p, parameters, j);
    }
    direction[j] = 0;
  }
}

void Products::reverse(const double* w, std::span<double> by_q, std::span<double> by_v,
                       std::span<double> by_p) noexcept {
  derivative_.adjoint(w, u_.data(), m_ > 0 ? s_.data() : nullptr, nullptr);
  std::fill(direction_.begin(), direction_.end(), 0.0);
  multiply_transposed(equations_.G(), numbers_.G(), u_.data(), direction_.data());
  multiply_transposed(equations_.H(), numbers_.H(), s_.data(), direction_.data());
  std::copy_n(direction_.begin(), by_q.size(), by_q.begin());
  std::copy_n(direction_.begin() + n_, by_v.size(), by_v.begin());
  for (std::size_t k = 0; k < by_p.size(); ++k) {
    const auto p = static_cast<Index>(k);
    double sum = 0;
    for (Index i = 0; i < n_; ++i) sum += numbers_.force_slope()[p * n_ + i] * u_.data()[i];
    for (Index i = 0; i < m_; ++i) sum += numbers_.row_slope()[p * m_ + i] * s_.data()[i];
    by_p[k] = sum;
  }
}

}  // namespace zwang::instant
