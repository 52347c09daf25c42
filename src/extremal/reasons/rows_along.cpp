// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/rows_along.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::extremal {

TrialCurve::TrialCurve(const Question& question)
    : x(at(question.shape().n)), v(x), question_(question) {
  const std::vector<double>& ends = question.end_points();
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    distance = std::max(distance, std::abs(ends[x.size() + i] - ends[i]));
  }
  if (distance > 0) size_ = distance;
}

// A line, and τ (1 − τ) (a + b τ) with numbers that no formula is likely to contain.
void TrialCurve::move_to(double tau) noexcept {
  const std::vector<double>& ends = question_.end_points();
  const Index n = static_cast<Index>(x.size());
  const double T = question_.span().length;
  t = question_.span().time(tau);
  for (Index i = 0; i < n; ++i) {
    const double a = size_ * (0.31 + 0.083 * static_cast<double>(i % 7));
    const double b = size_ * (i % 2 ? 0.47 : -0.59), rise = ends[n + i] - ends[i];
    x[i] = ends[i] + tau * rise + tau * (1 - tau) * (a + b * tau);
    v[i] = (rise + (1 - 2 * tau) * (a + b * tau) + tau * (1 - tau) * b) / T;
  }
}

namespace {

constexpr double dependent = 1e-6;  // far above the errors of differences
constexpr double nudge = 1e-4;      // of τ, for differences

}  // namespace

RowsAlong::RowsAlong(const Question& question, const variation::Functional& functional,
                     std::vector<double> targets)
    : K(at((functional.n + functional.integrals) * (functional.n + functional.integrals))),
      f(functional.rows + functional.velocities + functional.integrals),
      space(functional.n + functional.integrals),
      of_(functional),
      curve_(question),
      length_(question.span().length),
      n_(functional.n),
      positions_(functional.rows),
      integrals_(functional.integrals),
      targets_(std::move(targets)),
      R_(f.size() * at(n_ + integrals_)),
      S_(R_),
      A_(positions_ * n_),
      before_(A_),
      after_(A_),
      phi_(positions_),
      by_x_(f.size() * at(n_)),
      by_v_(by_x_) {}

bool RowsAlong::positions_at(double tau, std::vector<double>& A) {
  curve_.move_to(tau);
  return of_.position_rows(of_.self, curve_.t, curve_.x.data(), phi_.data(), A.data());
}

// d/dt of φ and of its gradient, by differences along the curve.
bool RowsAlong::fill_positions(double tau) {
  if (positions_ == 0) return true;
  const double between = 2 * nudge * length_;
  if (!positions_at(tau - nudge, before_)) return false;
  std::copy(phi_.begin(), phi_.end(), f.begin());
  if (!positions_at(tau + nudge, after_)) return false;
  for (std::size_t k = 0; k < phi_.size(); ++k) f[k] = (phi_[k] - f[k]) / between;
  for (std::size_t i = 0; i < A_.size(); ++i) before_[i] = (after_[i] - before_[i]) / between;
  if (!positions_at(tau, A_)) return false;
  for (Index k = 0; k < positions_; ++k) put(k, before_.data() + k * n_, A_.data() + k * n_);
  return true;
}

void RowsAlong::put(Index k, const double* by_x, const double* by_v) {
  std::copy_n(by_x, n_, S_.begin() + k * coordinates());
  std::copy_n(by_v, n_, R_.begin() + k * coordinates());
}

bool RowsAlong::move_to(double tau) {
  if (!fill_positions(tau)) return false;
  curve_.move_to(tau);
  const double *const x = curve_.x.data(), *const v = curve_.v.data();
  Index k = positions_;
  if (of_.velocities > 0 &&
      !of_.velocity_rows(of_.self, curve_.t, x, v, f.data() + k, by_x_.data(), by_v_.data())) {
    return false;
  }
  for (Index j = 0; j < of_.velocities; ++j, ++k)
    put(k, by_x_.data() + j * n_, by_v_.data() + j * n_);
  if (integrals_ > 0 &&
      !of_.integral_rows(of_.self, curve_.t, x, v, f.data() + k, by_x_.data(), by_v_.data())) {
    return false;
  }
  for (Index j = 0; j < integrals_; ++j, ++k) {
    put(k, by_x_.data() + j * n_, by_v_.data() + j * n_);
    R_[k * coordinates() + n_ + j] = -1;
    f[k] -= targets_[j] / length_;  // the integral grows evenly up to its target
  }
  fill();
  return linalg::all_finite(K.data(), static_cast<Index>(K.size()));
}

bool RowsAlong::is_left_out(Index k) const { return !std::count(kept.begin(), kept.end(), k); }

void RowsAlong::fill() {
  space.clear();
  kept.clear();
  for (Index k = 0; k < count(); ++k) {
    if (space.add(row(k), dependent)) kept.push_back(k);
  }
  space.complete();
  const Index N = coordinates();
  std::vector<double> demand(kept.size()), column(N);
  for (Index j = 0; j < N; ++j) {
    for (std::size_t k = 0; k < kept.size(); ++k) demand[k] = -length_ * S_[kept[k] * N + j];
    space.shortest(demand.data(), column.data());
    for (Index i = 0; i < N; ++i) K[i * N + j] = column[i];
  }
}

}  // namespace zwang::extremal
