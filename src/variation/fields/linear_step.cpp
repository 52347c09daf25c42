// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/linear_step.h"

#include <algorithm>
#include <cmath>

#include "linalg/lu.h"

namespace zwang::variation {

namespace {

constexpr Index stages = 5;

}  // namespace

LinearStep::LinearStep(const bvp::Bvp& bvp)
    : bvp_(bvp),
      gauss_(bvp::gauss(stages)),
      end_(weights_at(gauss_, 1)),
      n_(bvp.n),
      m_(bvp.rates()),
      size_(bvp.size()),
      length_(size_ + bvp.parameters),
      by_((stages + 1) * length_ * m_),
      S_(stages * m_ * stages * m_),
      K_(stages * m_),
      z_(size_),
      g_(m_),
      gz_(m_ * size_),
      gp_(m_ * bvp.parameters),
      column_(length_),
      order_(stages * m_) {}

// By columns: sums then run over entries side by side.
bool LinearStep::slopes(const bvp::Curve& curve, double tau, double* by) noexcept {
  const Index parameters = bvp_.parameters;
  evaluate(curve, tau, z_.data());
  if (!bvp_.slopes(bvp_.self, tau, z_.data(), g_.data(), gz_.data(), gp_.data())) return false;
  double sum = 0;
  for (Index r = 0; r < m_; ++r) {
    for (Index k = 0; k < size_; ++k) sum += by[k * m_ + r] = gz_[r * size_ + k];
    for (Index k = 0; k < parameters; ++k) by[(size_ + k) * m_ + r] = gp_[r * parameters + k];
  }
  return std::isfinite(sum);
}

// The rows of stage j: 1 − ∂g/∂K.
void LinearStep::fill_matrix(Index j) noexcept {
  const double* by = by_.data() + j * length_ * m_;
  for (Index k = 0; k < stages; ++k) {
    const double once = dt_ * gauss_.stage[j].once[k], twice = dt_ * dt_ * gauss_.stage[j].twice[k];
    for (Index c = 0; c < m_; ++c) {
      double* column = S_.data() + (k * m_ + c) * stages * m_ + j * m_;
      const double *by_x = by + c * m_, *by_v = by + (n_ + c) * m_;  // of w: by_v alone
      for (Index r = 0; r < m_; ++r) column[r] = -once * by_v[r] - (c < n_ ? twice * by_x[r] : 0.0);
      if (k == j) column[c] += 1;  // [ENDS 8]
    }
  }
}

bool LinearStep::prepare(const bvp::Curve& curve, double tau, double dt) noexcept {
  dt_ = dt;
  for (Index j = 0; j < stages; ++j) {
    if (!slopes(curve, tau + gauss_.c[j] * dt, by_.data() + j * length_ * m_)) return false;
    fill_matrix(j);
  }
  return slopes(curve, tau + dt, by_.data() + stages * length_ * m_) &&
         linalg::factor_lu({stages * m_, S_.data(), order_.data()});
}

void LinearStep::apply(const double* by, const double* column, double* rates) const noexcept {
  std::fill_n(rates, m_, 0.0);
  for (Index k = 0; k < length_; ++k)
    for (Index r = 0; r < m_; ++r) rates[r] += by[k * m_ + r] * column[k];  // [ENDS 16]
}

void LinearStep::take(const double* from, double* to, double* off) noexcept {
  std::copy_n(from, length_, column_.data());
  for (Index j = 0; j < stages; ++j) {
    for (Index i = 0; i < n_; ++i) column_[i] = from[i] + gauss_.c[j] * dt_ * from[n_ + i];
    apply(by_.data() + j * length_ * m_, column_.data(), K_.data() + j * m_);
  }
  linalg::solve_lu({stages * m_, S_.data(), order_.data()}, K_.data());
  std::copy_n(from, length_, to);
  for (Index i = 0; i < n_; ++i) to[i] += dt_ * from[n_ + i];
  for (Index j = 0; j < stages; ++j) {
    const double *K = K_.data() + j * m_, once = dt_ * gauss_.end.once[j];
    for (Index i = 0; i < n_; ++i) to[i] += dt_ * dt_ * gauss_.end.twice[j] * K[i];  // [ENDS 5]
    for (Index r = 0; r < m_; ++r) to[n_ + r] += once * K[r];
  }
  apply(by_.data() + stages * length_ * m_, to, off);
  for (Index j = 0; j < stages; ++j)
    for (Index r = 0; r < m_; ++r) off[r] -= end_.value[j] * K_[j * m_ + r];
}

}  // namespace zwang::variation
