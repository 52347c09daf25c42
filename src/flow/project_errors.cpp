// SPDX-License-Identifier: Apache-2.0
// What the projection leaves of an error, and how large one is across the constraints.

#include <algorithm>
#include <cmath>

#include "flow/project.h"
#include "linalg/vector.h"

namespace zwang::motion {

// A x in the rows that take part, 0 in the others.
void Projector::demand_of(const double* x, const std::vector<unsigned char>& takes_part) noexcept {
  const equations::Pattern& A = side_.equations().A();
  const double* const values = side_.numbers().A();
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    double sum = 0;
    for (Index k = A.begin[i]; takes_part[i] && k < A.begin[i + 1]; ++k) {
      sum += values[k] * x[A.column[k]];
    }
    wanted_.data()[i] = sum;
  }
}

// Where every row keeps positions and rates alike, one set of factors serves both.
instant::Kernel::Set Projector::rate_set() const noexcept {
  return positions_ == rates_ ? instant::Kernel::Set::positions : instant::Kernel::Set::rates;
}

bool Projector::prepare_errors() noexcept {
  if (!any_rate_ && !any_position_) return false;
  const Index m = side_.equations().m;
  std::copy(side_.numbers().rate(), side_.numbers().rate() + m, rate_.data());
  if (factored_) return true;
  instant::Kernel& kernel = side_.kernel();
  if (any_position_ &&
      !kernel.factor(instant::Kernel::Set::positions, side_.numbers(), positions_.data())) {
    return false;
  }
  return !any_rate_ || positions_ == rates_ ||
         kernel.factor(instant::Kernel::Set::rates, side_.numbers(), rates_.data());
}

double Projector::across(const double* error, const double* y,
                         const ode::Tolerances& tolerances) noexcept {
  const equations::Pattern& A = side_.equations().A();
  const double* const values = side_.numbers().A();
  double most = 0;
  const auto look = [&](const std::vector<unsigned char>& takes_part, Index first) {
    for (std::size_t i = 0; i < takes_part.size(); ++i) {
      double seen = 0, allowed = 0;
      for (Index k = A.begin[i]; takes_part[i] && k < A.begin[i + 1]; ++k) {
        const Index j = first + A.column[k];
        seen += values[k] * error[j];
        allowed +=
            std::abs(values[k]) * (tolerances.absolute[j] + tolerances.relative * std::abs(y[j]));
      }
      if (allowed > 0) most = std::max(most, std::abs(seen) / allowed);
    }
  };
  const instant::Kernel& kernel = side_.kernel();
  if (any_position_ && kernel.least_pivot(instant::Kernel::Set::positions) > independent) {
    look(positions_, side_.layout().q());
  }
  if (any_rate_ && kernel.least_pivot(rate_set()) > independent) {
    look(rates_, side_.layout().v());
  }
  return most;
}

// Positions lose what the rows forbid: (I − K₁A) e is left, as of any vector [UK92 7]. Rates lose what the rows forbid at the positions that are
// left: A e_v + (∂φ̇/∂q) e_q, where the second term is a difference along e_q.
void Projector::project_error(double t, const double* q, const double* v, double* error) noexcept {
  const instant::StateLayout at = side_.layout();
  const Index m = side_.equations().m;
  instant::Kernel& kernel = side_.kernel();
  const auto subtract = [&](const double* normal, double* x) {
    for (Index i = 0; i < at.n; ++i) x[i] -= normal[i];
  };
  if (any_position_) {  // [UK92 7]
    demand_of(error + at.q(), positions_);
    subtract(kernel.apply(instant::Kernel::Set::positions, wanted_.data()), error + at.q());
  }
  if (!any_rate_) return;
  demand_of(error + at.v(), rates_);
  const double length = linalg::largest(error + at.q(), at.n), size = linalg::largest(q, at.n);
  if (length > 0 && size > 0) {
    const double share = 1e-7 * size / length;
    for (Index i = 0; i < at.n; ++i) before_.data()[i] = q[i] + share * error[at.q() + i];
    evaluate(t, before_.data(), v);
    const double* const turned = side_.numbers().rate();
    for (Index i = 0; i < m; ++i) {
      if (!rates_[i]) continue;
      wanted_.data()[i] += (turned[i] - rate_.data()[i]) / share;
    }
    evaluate(t, q, v);
  }
  subtract(kernel.apply(rate_set(), wanted_.data()), error + at.v());  // [UK92 7]
}

}  // namespace zwang::motion
