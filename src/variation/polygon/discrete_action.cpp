// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/discrete_action.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::variation {

namespace {

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double entry : x) {
    if (std::isnan(entry)) return entry;
    most = std::max(most, std::fabs(entry));
  }
  return most;
}

}  // namespace

DiscreteAction::DiscreteAction(const Polygon& polygon)
    : polygon_(polygon), zeros_(polygon.functional->velocities + 1, 0.0) {
  const auto n = static_cast<std::size_t>(polygon.n()),
             links = static_cast<std::size_t>(polygon.links);
  const auto m = static_cast<std::size_t>(polygon.functional->integrals);
  for (auto* vector : {&x_, &v_, &F_x_, &F_v_}) vector->assign(n, 0);
  for (auto* matrix : {&F_xx_, &F_xv_, &F_vv_}) matrix->assign(n * n, 0);
  G_.assign(m, 0);
  integral_size.assign(m, 0);
  for (auto* matrix : {&G_x_, &G_v_}) matrix->assign(m * n, 0);
  const auto velocities = static_cast<std::size_t>(polygon.functional->velocities);
  for (auto* matrix : {&f_x_, &f_v_}) matrix->assign(velocities * n, 0);
  slope.assign((links + 1) * n, 0);
  for (auto* blocks : {&left, &cross, &right}) blocks->assign(links * n * n, 0);
}

void DiscreteAction::middle(const double* x, Index k) noexcept {
  const Index n = polygon_.n();
  const double *a = x + k * n, *b = a + n, h = polygon_.step();
  for (Index i = 0; i < n; ++i) {
    x_[i] = (a[i] + b[i]) / 2;
    v_[i] = (b[i] - a[i]) / h;
  }
}

double DiscreteAction::value(const double* x, const double* mu, double* magnitude) noexcept {
  const Functional& f = *polygon_.functional;
  double sum = 0, size = 0;
  for (Index k = 0; k < polygon_.links; ++k) {
    middle(x, k);
    double F = 0;
    if (!f.value(f.self, polygon_.middle(k), x_.data(), v_.data(), zeros_.data(), mu, &F) ||
        !std::isfinite(F))
      return std::numeric_limits<double>::infinity();
    sum += polygon_.step() * F;
    size += polygon_.step() * std::fabs(F);
  }
  if (magnitude) *magnitude = size;
  return std::isfinite(sum) ? sum : std::numeric_limits<double>::infinity();
}

bool DiscreteAction::expand(const double* x, const double* mu, const double* lambda) noexcept {
  const Functional& f = *polygon_.functional;
  std::fill(slope.begin(), slope.end(), 0.0);
  action = slope_size = mass_size = 0;
  for (Index k = 0; k < polygon_.links; ++k) {
    middle(x, k);
    double F = 0;
    const double* const lambda_k = lambda ? lambda + k * f.velocities : zeros_.data();
    if (!f.slopes(f.self, polygon_.middle(k), x_.data(), v_.data(), lambda_k, mu, &F, F_x_.data(),
                  F_v_.data(), F_xx_.data(), F_xv_.data(), F_vv_.data()))
      return false;
    const double force = largest(F_v_) + polygon_.step() * largest(F_x_), mass = largest(F_vv_);
    if (!std::isfinite(F + force + mass + largest(F_xx_) + largest(F_xv_))) return false;
    action += polygon_.step() * F;
    slope_size = std::max(slope_size, force);
    mass_size += mass / static_cast<double>(polygon_.links);
    add_link(k);
  }
  return true;
}

void DiscreteAction::add_link(Index k) noexcept {
  const Index n = polygon_.n();
  const double h = polygon_.step();
  double *a = slope.data() + k * n, *b = a + n;
  double *L = left.data() + k * n * n, *C = cross.data() + k * n * n, *R = right.data() + k * n * n;
  for (Index i = 0; i < n; ++i) {
    a[i] += h / 2 * F_x_[i] - F_v_[i];
    b[i] += h / 2 * F_x_[i] + F_v_[i];
    for (Index j = 0; j < n; ++j) {
      const double xx = h / 4 * F_xx_[i * n + j], vv = F_vv_[i * n + j] / h;
      const double xv = F_xv_[i * n + j] / 2, vx = F_xv_[j * n + i] / 2;
      L[i * n + j] = xx - xv - vx + vv;
      C[i * n + j] = xx + xv - vx - vv;
      R[i * n + j] = xx + xv + vx + vv;
    }
  }
}

bool DiscreteAction::integrals(const double* x, double* c, double* J) noexcept {
  const Functional& f = *polygon_.functional;
  const Index n = polygon_.n(), m = f.integrals, size = polygon_.size();
  const double h = polygon_.step();
  std::fill_n(c, m, 0.0);
  std::fill(integral_size.begin(), integral_size.end(), 0.0);
  if (J) std::fill_n(J, m * size, 0.0);
  for (Index k = 0; k < polygon_.links; ++k) {
    middle(x, k);
    if (!f.integral_rows(f.self, polygon_.middle(k), x_.data(), v_.data(), G_.data(), G_x_.data(),
                         G_v_.data()) ||
        !std::isfinite(largest(G_) + largest(G_x_) + largest(G_v_)))
      return false;
    for (Index j = 0; j < m; ++j) {
      c[j] += h * G_[j];
      integral_size[j] += h * std::fabs(G_[j]);
      for (Index i = 0; J && i < n; ++i) {
        J[j * size + k * n + i] += h / 2 * G_x_[j * n + i] - G_v_[j * n + i];
        J[j * size + (k + 1) * n + i] += h / 2 * G_x_[j * n + i] + G_v_[j * n + i];
      }
    }
  }
  return true;
}

bool DiscreteAction::velocities(const double* x, double* c, double* by_left,
                                double* by_right) noexcept {
  const Functional& f = *polygon_.functional;
  const Index n = polygon_.n(), m = f.velocities;
  const double h = polygon_.step();
  for (Index k = 0; k < polygon_.links; ++k) {
    middle(x, k);
    double* const c_k = c + k * m;
    if (!f.velocity_rows(f.self, polygon_.middle(k), x_.data(), v_.data(), c_k, f_x_.data(),
                         f_v_.data()))
      return false;
    for (Index j = 0; j < m; ++j) {
      c_k[j] *= h;
      if (!std::isfinite(c_k[j])) return false;
    }
    if (!by_left) continue;
    if (!std::isfinite(largest(f_x_) + largest(f_v_))) return false;
    for (Index e = 0; e < m * n; ++e) {
      by_left[k * m * n + e] = h / 2 * f_x_[e] - f_v_[e];
      by_right[k * m * n + e] = h / 2 * f_x_[e] + f_v_[e];
    }
  }
  return true;
}

}  // namespace zwang::variation
