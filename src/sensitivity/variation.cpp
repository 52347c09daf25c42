// SPDX-License-Identifier: Apache-2.0
#include "sensitivity/variation.h"

#include <algorithm>

#include "base/contract.h"
#include "instant/usable.h"

namespace zwang::motion {

namespace {

// y ← P x + c, where P is a pattern with its entries; c may be null: zero.
void multiply(const equations::Pattern& pattern, const double* entries, const double* x,
              const double* c, double* y) noexcept {
  for (Index i = 0; i < pattern.rows(); ++i) {
    double sum = c ? c[i] : 0.0;
    for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) {
      sum += entries[k] * x[pattern.column[k]];
    }
    y[i] = sum;
  }
}

}  // namespace

Variation::Variation(const equations::Equations& equations, Index columns)
    : equations_(equations),
      n_(equations.n),
      m_(equations.m),
      columns_(columns),
      parameters_(static_cast<Index>(equations.sensitivity.parameters.size())),
      kernel_(equations, Method::automatic),
      derivative_(n_, m_),
      g_(std::max(columns * n_, Index{1})),
      h_(std::max(columns * m_, Index{1})),
      dx_(std::max(columns * n_, Index{1})) {
  expects(equations.tangent.compiled);
  expects(columns >= parameters_);
}

bool Variation::rate(equations::Workspace& numbers, double t, const double* y, const double* S,
                     double* dydt, double* dSdt) noexcept {
  const instant::StateLayout at{n_};
  const double *const q = y + at.q(), *const v = y + at.v();
  numbers.evaluate(equations::Stage::dynamics, t, q, v);
  leave_out(numbers);
  const Instant& now = kernel_.solve_in_full(numbers);
  status_ = now.status;
  if (!instant::usable(status_)) return false;
  if (!derivative_.factor(kernel_.task(numbers), RankTolerance::stepping)) return false;
  const double *const xdd = now.acceleration.data(), *const lambda = now.multipliers.data();
  numbers.evaluate_tangent(t, q, v, xdd, lambda);
  if (parameters_ > 0) numbers.evaluate_by_parameter(t, q, v, xdd, lambda);
  fill(numbers, S);
  derivative_.tangent(g_.data(), m_ > 0 ? h_.data() : nullptr, nullptr, columns_, dx_.data());

  // A first-order instant gives rates: ẋ stands where ẍ does, and nothing has a rate of a rate.
  const bool second = equations_.order == 2;
  std::fill_n(dydt, at.size(), 0.0);
  std::copy_n(xdd, n_, dydt + (second ? at.v() : at.q()));
  if (second) std::copy_n(v, n_, dydt + at.q());
  for (Index k = 0; k < columns_; ++k) {
    const double *const s_v = S + (2 * k + 1) * n_, *const dx = dx_.data() + k * n_;
    double *const ds_q = dSdt + 2 * k * n_, *const ds_v = ds_q + n_;
    for (Index i = 0; i < n_; ++i) {
      ds_q[i] = second ? s_v[i] : dx[i];
      ds_v[i] = second ? dx[i] : 0.0;
    }
  }
  return true;
}

// A row that does not act asks nothing: 0 ẍ = 0, which the rank rule takes for redundant.
void Variation::leave_out(equations::Workspace& numbers) noexcept {
  if (!acts_) return;
  const equations::Pattern& A = equations_.A();
  for (Index i = 0; i < m_; ++i) {
    if ((*acts_)[static_cast<std::size_t>(i)]) continue;
    std::fill(numbers.A() + A.begin[i], numbers.A() + A.begin[i + 1], 0.0);
    numbers.b()[i] = 0;
  }
}

void Variation::fill(const equations::Workspace& numbers, const double* S) noexcept {
  for (Index k = 0; k < columns_; ++k) {
    const double* const s = S + 2 * k * n_;
    const bool driven = k < parameters_;
    multiply(equations_.G(), numbers.G(), s, driven ? numbers.force_slope() + k * n_ : nullptr,
             g_.data() + k * n_);
    multiply(equations_.H(), numbers.H(), s, driven ? numbers.row_slope() + k * m_ : nullptr,
             h_.data() + k * m_);
    for (Index i = 0; acts_ && i < m_; ++i) {
      if (!(*acts_)[static_cast<std::size_t>(i)]) h_.data()[k * m_ + i] = 0;
    }
  }
}

}  // namespace zwang::motion
