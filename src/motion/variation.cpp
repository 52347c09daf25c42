// SPDX-License-Identifier: Apache-2.0
#include "motion/variation.h"

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
  numbers.evaluate(equations_.dynamics, t, q, v);
  numbers.want_mass();  // the run of a tree does without
  numbers.want_force();
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

void Variation::fill(const equations::Workspace& numbers, const double* S) noexcept {
  const equations::Tangent& tangent = equations_.tangent;
  for (Index k = 0; k < columns_; ++k) {
    const double* const s = S + 2 * k * n_;
    const bool driven = k < parameters_;
    multiply(tangent.G, numbers.G(), s, driven ? numbers.force_slope() + k * n_ : nullptr,
             g_.data() + k * n_);
    multiply(tangent.H, numbers.H(), s, driven ? numbers.row_slope() + k * m_ : nullptr,
             h_.data() + k * m_);
  }
}

}  // namespace zwang::motion
