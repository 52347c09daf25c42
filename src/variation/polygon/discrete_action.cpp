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
    : slope(polygon.size()),
      left(polygon.links * polygon.n() * polygon.n()),
      cross(left),
      right(left),
      integral_size(polygon.functional->integrals),
      polygon_(polygon),
      x_(polygon.n()),
      v_(x_),
      zeros_(polygon.functional->velocities + 1),
      at_(*polygon.functional) {}

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
    sum += polygon_.step() * F;  // [ENDS 18]
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
    const double* const lambda_k = lambda ? lambda + k * f.velocities : zeros_.data();
    if (!at_.take_slopes(f, polygon_.middle(k), x_.data(), v_.data(), lambda_k, mu)) return false;
    const double force = largest(at_.F_v) + polygon_.step() * largest(at_.F_x),
                 mass = largest(at_.F_vv);
    if (!std::isfinite(at_.F + force + mass + largest(at_.F_xx) + largest(at_.F_xv))) return false;
    action += polygon_.step() * at_.F;  // [ENDS 18]
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
    a[i] += h / 2 * at_.F_x[i] - at_.F_v[i];  // [ENDS 19]
    b[i] += h / 2 * at_.F_x[i] + at_.F_v[i];
    for (Index j = 0; j < n; ++j) {
      const double xx = h / 4 * at_.F_xx[i * n + j], vv = at_.F_vv[i * n + j] / h;
      const double xv = at_.F_xv[i * n + j] / 2, vx = at_.F_xv[j * n + i] / 2;
      L[i * n + j] = xx - xv - vx + vv;  // [ENDS 20]
      C[i * n + j] = xx + xv - vx - vv;  // [ENDS 20]
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
    if (!at_.take_integrals(f, polygon_.middle(k), x_.data(), v_.data()) ||
        !std::isfinite(largest(at_.G) + largest(at_.G_x) + largest(at_.G_v)))
      return false;
    for (Index j = 0; j < m; ++j) {
      c[j] += h * at_.G[j];
      integral_size[j] += h * std::fabs(at_.G[j]);
      for (Index i = 0; J && i < n; ++i) {
        J[j * size + k * n + i] += h / 2 * at_.G_x[j * n + i] - at_.G_v[j * n + i];  // [ENDS 19]
        J[j * size + (k + 1) * n + i] += h / 2 * at_.G_x[j * n + i] + at_.G_v[j * n + i];
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
    if (!at_.take_velocities(f, polygon_.middle(k), x_.data(), v_.data())) return false;
    for (Index j = 0; j < m; ++j) {
      c_k[j] = h * at_.f[j];
      if (!std::isfinite(c_k[j])) return false;
    }
    if (!by_left) continue;
    if (!std::isfinite(largest(at_.f_x) + largest(at_.f_v))) return false;
    for (Index e = 0; e < m * n; ++e) {
      by_left[k * m * n + e] = h / 2 * at_.f_x[e] - at_.f_v[e];  // [ENDS 19]
      by_right[k * m * n + e] = h / 2 * at_.f_x[e] + at_.f_v[e];
    }
  }
  return true;
}

}  // namespace zwang::variation
