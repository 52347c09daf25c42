// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/link_form.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::variation {

namespace {

bool finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); });
}

}  // namespace

LinkForm::LinkForm(const Functional& functional, Index free)
    : f_(functional), n_(functional.n), free_(free) {
  const auto n = static_cast<std::size_t>(n_), w = static_cast<std::size_t>(width());
  const auto g = static_cast<std::size_t>(f_.integrals),
             m = static_cast<std::size_t>(f_.velocities);
  for (auto* x : {&F_x_, &F_v_, &F_xt_, &F_vt_, &n1_, &n2_}) x->assign(n, 0);
  for (auto* x : {&F_xx_, &F_xv_, &F_vv, &nn1_, &nn2_, &nn3_}) x->assign(n * n, 0);
  for (auto* x : {&G_, &G_t_, &g_}) x->assign(g, 0);
  for (auto* x : {&G_x_, &G_v_, &gn1_, &gn2_}) x->assign(g * n, 0);
  for (auto* x : {&r_, &r_t_, &m_}) x->assign(m, 0);
  for (auto* x : {&r_x_, &f_v, &mn1_, &mn2_}) x->assign(m * n, 0);
  Q.assign(w * w, 0);
  integrals.assign(g * w, 0);
  velocities.assign(m * w, 0);
}

bool LinkForm::evaluate(const LinkPlace& p) noexcept {
  if (!f_.slopes(f_.self, p.t, p.x, p.v, p.lambda, p.mu, &F_, F_x_.data(), F_v_.data(),
                 F_xx_.data(), F_xv_.data(), F_vv.data()))
    return false;
  if (f_.integrals > 0 &&
      !f_.integral_rows(f_.self, p.t, p.x, p.v, G_.data(), G_x_.data(), G_v_.data()))
    return false;
  if (f_.velocities > 0 &&
      !f_.velocity_rows(f_.self, p.t, p.x, p.v, r_.data(), r_x_.data(), f_v.data()))
    return false;
  return std::isfinite(F_) && finite(F_x_) && finite(F_v_) && finite(F_xx_) && finite(F_xv_) &&
         finite(F_vv) && finite(G_) && finite(G_x_) && finite(G_v_) && finite(r_x_) && finite(f_v);
}

/// The functional has no derivatives by time; these are central differences. The step is a
/// hundredth of the link, which resolves what happens in time, and at most 1e-4 of the whole: then
/// eps/step² and step² are both 1e-8, relative.
bool LinkForm::evaluate_in_time(const LinkPlace& p) noexcept {
  const double step = std::min(1e-2 * p.h, 1e-4 * p.D);
  F_tt_ = -2 * F_;
  F_t_ = 0;
  for (auto* x : {&F_xt_, &F_vt_, &G_t_, &r_t_}) std::fill(x->begin(), x->end(), 0.0);
  for (const double side : {1.0, -1.0}) {
    const double t = p.t + side * step, factor = side / (2 * step);
    double F = 0;
    if (!f_.slopes(f_.self, t, p.x, p.v, p.lambda, p.mu, &F, n1_.data(), n2_.data(), nn1_.data(),
                   nn2_.data(), nn3_.data()))
      return false;
    F_tt_ += F;
    F_t_ += factor * F;
    for (Index i = 0; i < n_; ++i) {
      F_xt_[i] += factor * n1_[i];
      F_vt_[i] += factor * n2_[i];
    }
    if (f_.integrals > 0 &&
        !f_.integral_rows(f_.self, t, p.x, p.v, g_.data(), gn1_.data(), gn2_.data()))
      return false;
    for (Index j = 0; j < f_.integrals; ++j) G_t_[j] += factor * g_[j];
    if (f_.velocities > 0 &&
        !f_.velocity_rows(f_.self, t, p.x, p.v, m_.data(), mn1_.data(), mn2_.data()))
      return false;
    for (Index j = 0; j < f_.velocities; ++j) r_t_[j] += factor * m_[j];
  }
  F_tt_ /= step * step;
  return std::isfinite(F_t_ + F_tt_) && finite(F_xt_) && finite(F_vt_) && finite(G_t_) &&
         finite(r_t_);
}

void LinkForm::fill_quadratic(const LinkPlace& p) noexcept {
  const Index n = n_, w = width();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double xx = p.h / 4 * F_xx_[i * n + j], vv = F_vv[i * n + j] / p.h;
      const double xv = F_xv_[i * n + j] / 2, vx = F_xv_[j * n + i] / 2;
      Q[i * w + j] = xx - (xv + vx) + vv;
      Q[(n + i) * w + n + j] = xx + (xv + vx) + vv;
      Q[i * w + n + j] = Q[(n + j) * w + i] = xx + (xv - vx) - vv;
    }
}

/// Rows and columns of δp: through t, at D's time slope, and through D.
void LinkForm::fill_constants(const LinkPlace& p) noexcept {
  const Index n = n_, w = width();
  const double part = p.h / p.D;
  double vFvt = 0, vFvv = 0;  // v·F_vt, v·F_vv v
  for (Index i = 0; i < n; ++i) {
    const double Fvv_v = linalg::dot(F_vv.data() + i * n, p.v, n);
    vFvt += p.v[i] * F_vt_[i];
    vFvv += p.v[i] * Fvv_v;
    const double xt = p.h * F_xt_[i];
    const double xD = part * (F_x_[i] - linalg::dot(F_xv_.data() + i * n, p.v, n));
    const double dt = F_vt_[i], dD = -Fvv_v / p.D;
    for (Index a = 0; a < free_; ++a) {
      const double x = xt * p.time_slope[a] + xD * p.length_slope[a];
      const double d = dt * p.time_slope[a] + dD * p.length_slope[a];
      Q[i * w + 2 * n + a] = Q[(2 * n + a) * w + i] = x / 2 - d;
      Q[(n + i) * w + 2 * n + a] = Q[(2 * n + a) * w + n + i] = x / 2 + d;
    }
  }
  const double tt = p.h * F_tt_, tD = part * (F_t_ - vFvt), DD = part * vFvv / p.D;
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
      row[i] = p.h / 2 * G_x_[j * n + i] - G_v_[j * n + i];
      row[n + i] = p.h / 2 * G_x_[j * n + i] + G_v_[j * n + i];
    }
    const double by_D = p.h / p.D * (G_[j] - linalg::dot(G_v_.data() + j * n, p.v, n));
    for (Index a = 0; a < free_; ++a)
      row[2 * n + a] = p.h * G_t_[j] * p.time_slope[a] + by_D * p.length_slope[a];
  }
  for (Index j = 0; j < f_.velocities; ++j) {
    double* row = velocities.data() + j * w;
    for (Index i = 0; i < n; ++i) {
      row[i] = r_x_[j * n + i] / 2 - f_v[j * n + i] / p.h;
      row[n + i] = r_x_[j * n + i] / 2 + f_v[j * n + i] / p.h;
    }
    const double by_D = -linalg::dot(f_v.data() + j * n, p.v, n) / p.D;
    for (Index a = 0; a < free_; ++a)
      row[2 * n + a] = r_t_[j] * p.time_slope[a] + by_D * p.length_slope[a];
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

}  // namespace zwang::variation
