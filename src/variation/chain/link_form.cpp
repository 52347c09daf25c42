// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/assemble_chain.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::variation {

LinkForm::LinkForm(const Functional& functional, Index free)
    : Q((2 * functional.n + free) * (2 * functional.n + free)),
      integrals(functional.integrals * (2 * functional.n + free)),
      velocities(functional.velocities * (2 * functional.n + free)),
      f_(functional),
      n_(functional.n),
      free_(free),
      at_(functional),
      aside_(functional),
      F_xt_(n_),
      F_vt_(n_),
      G_t_(functional.integrals),
      f_t_(functional.velocities) {}

bool LinkForm::evaluate(const LinkPlace& p) noexcept {
  if (!at_.take_slopes(f_, p.t, p.x, p.v, p.lambda, p.mu) ||
      !at_.take_integrals(f_, p.t, p.x, p.v) || !at_.take_velocities(f_, p.t, p.x, p.v))
    return false;
  for (const auto* x : {&at_.F_x, &at_.F_v, &at_.F_xx, &at_.F_xv, &at_.F_vv, &at_.G, &at_.G_x,
                        &at_.G_v, &at_.f_x, &at_.f_v})
    if (!linalg::all_finite(*x)) return false;
  return std::isfinite(at_.F);
}

/// The functional has no derivatives by time; these are central differences. The step is a
/// hundredth of the link, which resolves what happens in time, and at most 1e-4 of the whole: then
/// eps/step² and step² are both 1e-8, relative.
bool LinkForm::evaluate_in_time(const LinkPlace& p) noexcept {
  const double step = std::min(1e-2 * p.h, 1e-4 * p.D);
  F_tt_ = -2 * at_.F;
  F_t_ = 0;
  for (auto* x : {&F_xt_, &F_vt_, &G_t_, &f_t_}) std::fill(x->begin(), x->end(), 0.0);
  for (const double side : {1.0, -1.0}) {
    const double t = p.t + side * step, factor = side / (2 * step);
    if (!aside_.take_slopes(f_, t, p.x, p.v, p.lambda, p.mu) ||
        !aside_.take_integrals(f_, t, p.x, p.v) || !aside_.take_velocities(f_, t, p.x, p.v))
      return false;
    F_tt_ += aside_.F;
    F_t_ += factor * aside_.F;
    for (Index i = 0; i < n_; ++i) {
      F_xt_[i] += factor * aside_.F_x[i];
      F_vt_[i] += factor * aside_.F_v[i];
    }
    for (Index j = 0; j < f_.integrals; ++j) G_t_[j] += factor * aside_.G[j];
    for (Index j = 0; j < f_.velocities; ++j) f_t_[j] += factor * aside_.f[j];
  }
  F_tt_ /= step * step;
  return std::isfinite(F_t_ + F_tt_) && linalg::all_finite(F_xt_) && linalg::all_finite(F_vt_) &&
         linalg::all_finite(G_t_) && linalg::all_finite(f_t_);
}

void LinkForm::fill_quadratic(const LinkPlace& p) noexcept {
  const Index n = n_, w = width();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double xx = p.h / 4 * at_.F_xx[i * n + j], vv = at_.F_vv[i * n + j] / p.h;
      const double xv = at_.F_xv[i * n + j] / 2, vx = at_.F_xv[j * n + i] / 2;
      Q[i * w + j] = xx - (xv + vx) + vv;  // [ENDS 20]
      Q[(n + i) * w + n + j] = xx + (xv + vx) + vv;
      Q[i * w + n + j] = Q[(n + j) * w + i] = xx + (xv - vx) - vv;
    }
}

/// Rows and columns of δp: through t, at D's time slope, and through D.
void LinkForm::fill_constants(const LinkPlace& p) noexcept {
  const Index n = n_, w = width();
  const double part = p.h / p.D;
  double vFvt = 0, vFvv = 0;  // v·F_vt, v·at_.F_vv v
  for (Index i = 0; i < n; ++i) {
    const double Fvv_v = linalg::dot(at_.F_vv.data() + i * n, p.v, n);
    vFvt += p.v[i] * F_vt_[i];
    vFvv += p.v[i] * Fvv_v;
    const double xt = p.h * F_xt_[i];
    const double xD =
        part * (at_.F_x[i] - linalg::dot(at_.F_xv.data() + i * n, p.v, n));  // [ENDS 28]
    const double dt = F_vt_[i], dD = -Fvv_v / p.D;                           // [ENDS 28]
    for (Index a = 0; a < free_; ++a) {
      const double x = xt * p.time_slope[a] + xD * p.length_slope[a];
      const double d = dt * p.time_slope[a] + dD * p.length_slope[a];
      Q[i * w + 2 * n + a] = Q[(2 * n + a) * w + i] = x / 2 - d;
      Q[(n + i) * w + 2 * n + a] = Q[(2 * n + a) * w + n + i] = x / 2 + d;
    }
  }
  const double tt = p.h * F_tt_, tD = part * (F_t_ - vFvt), DD = part * vFvv / p.D;  // [ENDS 28]
  for (Index a = 0; a < free_; ++a)
    for (Index b = 0; b < free_; ++b) {
      const double ta = p.time_slope[a], tb = p.time_slope[b];
      const double Da = p.length_slope[a], Db = p.length_slope[b];
      Q[(2 * n + a) * w + 2 * n + b] = tt * ta * tb + tD * (ta * Db + Da * tb) + DD * Da * Db;
    }
}

void LinkForm::fill_rows(const LinkPlace& p) noexcept {
  const Index n = n_, w = width();
  for (Index j = 0; j < f_.integrals; ++j) {
    double* row = integrals.data() + j * w;
    for (Index i = 0; i < n; ++i) {
      row[i] = p.h / 2 * at_.G_x[j * n + i] - at_.G_v[j * n + i];  // [ENDS 19]
      row[n + i] = p.h / 2 * at_.G_x[j * n + i] + at_.G_v[j * n + i];
    }
    const double by_D = p.h / p.D * (at_.G[j] - linalg::dot(at_.G_v.data() + j * n, p.v, n));
    for (Index a = 0; a < free_; ++a)
      row[2 * n + a] = p.h * G_t_[j] * p.time_slope[a] + by_D * p.length_slope[a];
  }
  for (Index j = 0; j < f_.velocities; ++j) {
    double* row = velocities.data() + j * w;
    for (Index i = 0; i < n; ++i) {
      row[i] = at_.f_x[j * n + i] / 2 - at_.f_v[j * n + i] / p.h;
      row[n + i] = at_.f_x[j * n + i] / 2 + at_.f_v[j * n + i] / p.h;
    }
    const double by_D = -linalg::dot(at_.f_v.data() + j * n, p.v, n) / p.D;
    for (Index a = 0; a < free_; ++a)
      row[2 * n + a] = f_t_[j] * p.time_slope[a] + by_D * p.length_slope[a];
  }
}

bool LinkForm::at(const LinkPlace& place) noexcept {
  if (!evaluate(place)) return false;
  fill_quadratic(place);
  if (free_ > 0) {
    if (!evaluate_in_time(place)) return false;
    fill_constants(place);
  }
  fill_rows(place);
  return true;
}

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
