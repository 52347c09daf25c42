// SPDX-License-Identifier: Apache-2.0
#include "sensitivity/tangency.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"

namespace zwang::motion {

using equations::Level;

Tangency::Tangency(RightSide& side, const Projector& projector, Index columns)
    : side_(side),
      projector_(projector),
      equations_(side.equations()),
      n_(equations_.n),
      m_(equations_.m),
      columns_(columns),
      parameters_(static_cast<Index>(equations_.sensitivity.parameters.size())),
      kernel_(equations_, Method::automatic),
      A_(std::max(equations_.A().entries(), Index{1})),
      H_(std::max(equations_.H().entries(), Index{1})),
      slopes_(std::max(2 * m_ * parameters_, Index{1})),
      offset_(std::max(m_, Index{1})),
      demand_(std::max(m_, Index{1})),
      turned_(std::max(m_, Index{1})),
      zero_(std::max(n_ + m_, Index{1})),
      near_(std::max(n_, Index{1})),
      left_(std::max(columns, Index{1})) {
  expects(equations_.tangent.compiled);
}

// Which rows the projector keeps changes with the mode.
void Tangency::look_at_rows() noexcept {
  any_position_ = any_rate_ = any_velocity_level_ = false;
  for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
    any_position_ = any_position_ || projector_.positions()[i];
    any_rate_ = any_rate_ || projector_.rates()[i];
    any_velocity_level_ = any_velocity_level_ ||
                          (projector_.rates()[i] && equations_.rows[i].level == Level::velocity);
  }
}

bool Tangency::project(double t, const double* q, const double* v, double* S) noexcept {
  look_at_rows();
  if (!any_position_ && !any_rate_) return true;
  equations::Workspace& numbers = side_.numbers();
  numbers.evaluate(equations::Stage::projection, t, q, v);
  if (!factor()) return false;
  // The slopes of φ and φ̇, and H in rows of positions, know neither ẍ nor λ.
  numbers.evaluate_tangent(t, q, v, zero_.data(), zero_.data());
  std::copy_n(numbers.A(), equations_.A().entries(), A_.data());
  std::copy_n(numbers.H(), equations_.H().entries(), H_.data());
  if (parameters_ > 0) {
    numbers.evaluate_by_parameter(t, q, v, zero_.data(), zero_.data());
    std::copy_n(numbers.residual_slope(), m_ * parameters_, slopes_.data());
    std::copy_n(numbers.rate_slope(), m_ * parameters_, slopes_.data() + m_ * parameters_);
  }
  for (Index k = 0; k < columns_; ++k) {
    double *const s_q = S + 2 * k * n_, *const s_v = s_q + n_;
    const auto slope = [&](Index i, Index kind) {
      return k < parameters_ ? slopes_.data()[(kind * parameters_ + k) * m_ + i] : 0.0;
    };
    left_.data()[k] = 0;
    for (Index i = 0; i < m_; ++i) offset_.data()[i] = slope(i, 0);
    if (any_position_) move(k, 0, projector_.positions(), s_q);
    if (!any_rate_) continue;
    turn_of_rows(t, q, v, s_q);
    for (Index i = 0; i < m_; ++i) offset_.data()[i] = turned_.data()[i] + slope(i, 1);
    move(k, projector_.positions() == projector_.rates() ? 0 : 1, projector_.rates(), s_v);
  }
  return true;
}

bool Tangency::factor() noexcept {
  equations::Workspace& numbers = side_.numbers();
  const auto &positions = projector_.positions(), &rates = projector_.rates();
  if (any_position_ && !kernel_.factor(0, numbers, positions.data())) return false;
  const bool same = any_position_ && positions == rates;
  return !any_rate_ || same || kernel_.factor(1, numbers, rates.data());
}

// x ← x − K₁ (A x + offset), and what is left of A x + offset then.
void Tangency::move(Index column, int set, const std::vector<unsigned char>& takes_part,
                    double* x) noexcept {
  const Demand before = demand(takes_part, x);
  const double* const change = kernel_.apply(set, demand_.data());  // [UK92 5c']
  for (Index i = 0; i < n_; ++i) x[i] -= change[i];
  const double left = demand(takes_part, x).most;
  if (before.terms > 0) {
    left_.data()[column] = std::max(left_.data()[column], left / before.terms);
  }
}

// demand ← A x + offset in the rows that take part.
Tangency::Demand Tangency::demand(const std::vector<unsigned char>& takes_part,
                                  const double* x) noexcept {
  const equations::Pattern& A = equations_.A();
  Demand result;
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    const double offset = takes_part[i] ? offset_.data()[i] : 0.0;
    double sum = offset, terms = std::abs(offset), row = 0;
    for (Index k = A.begin[i]; takes_part[i] && k < A.begin[i + 1]; ++k) {
      const double entry = A_.data()[k];
      const double term = entry * x[A.column[k]];
      sum += term;
      terms += std::abs(term);
      row = std::max(row, std::abs(entry));
    }
    demand_.data()[i] = sum;
    if (!(row > 0)) continue;
    result.most = std::max(result.most, std::abs(sum) / row);
    result.terms = std::max(result.terms, terms / row);
  }
  return result;
}

// turned ← (∂φ̇/∂q) s. In rows of positions b = −(Ȧ q̇ + …) is quadratic in the rates, so that
// ∂φ̇/∂q = Ȧ = −½ ∂b/∂v, which H contains.
void Tangency::turn_of_rows(double t, const double* q, const double* v, const double* s) noexcept {
  if (any_velocity_level_) differences(t, q, v, s);
  const equations::Pattern& H = equations_.H();
  for (Index i = 0; i < m_; ++i) {
    if (equations_.rows[i].level != Level::position) continue;
    double sum = 0;
    for (Index k = H.begin[i]; k < H.begin[i + 1]; ++k) {
      const Index j = H.column[k] - n_;
      if (j >= 0) sum += H_.data()[k] * s[j];
    }
    turned_.data()[i] = -0.5 * sum;
  }
}

// Of rows of rates nothing compiled knows ∂f/∂q alone: differences of order 4 along s. They leave
// rounding/1e-3 and a fifth derivative times 1e-12, where no coordinate moves by more than a
// thousandth of itself, or of a hundredth of the largest.
void Tangency::differences(double t, const double* q, const double* v, const double* s) noexcept {
  double size = 0, reach = 0;
  for (Index j = 0; j < n_; ++j) size = std::max(size, std::abs(q[j]));
  const double least = size > 0 ? 0.01 * size : 1.0;
  for (Index j = 0; j < n_; ++j) reach = std::max(reach, std::abs(s[j]) / (std::abs(q[j]) + least));
  std::fill_n(turned_.data(), m_, 0.0);
  if (!(reach > 0)) return;
  const double h = 1e-3 / reach;
  const double steps[] = {h, -h, 2 * h, -2 * h}, weights[] = {8, -8, -1, 1};
  for (int k = 0; k < 4; ++k) {
    for (Index j = 0; j < n_; ++j) near_.data()[j] = q[j] + steps[k] * s[j];
    side_.numbers().evaluate(equations::Stage::projection, t, near_.data(), v);
    const double* const rate = side_.numbers().rate();
    for (Index i = 0; i < m_; ++i) turned_.data()[i] += weights[k] * rate[i] / (12 * h);
  }
}

}  // namespace zwang::motion
