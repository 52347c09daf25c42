// SPDX-License-Identifier: Apache-2.0
#include "extremal/condense.h"

#include <algorithm>
#include <cmath>

#include "extremal/dense.h"
#include "linalg/lu.h"

namespace zwang::extremal {

namespace {

std::vector<double> room(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count));
}

bool finite(const std::vector<double>& x) noexcept {
  return std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); });
}

/// The rows of stage j in the stages' matrix: 1 − ∂g/∂K.
void fill_matrix(Condenser& c, Index j, double h) noexcept {
  const Index n = c.bvp->n, m = c.bvp->rates(), d = c.bvp->size(), size = c.stage_rows();
  const Gauss& t = *c.table;
  for (Index k = 0; k < t.s; ++k) {
    const double once = h * t.stage[j].once[k], twice = h * h * t.stage[j].twice[k];
    for (Index col = 0; col < m; ++col) {
      double* column = c.S.data() + (k * m + col) * size + j * m;
      const double *by_x = c.gz.data() + col, *by_v = by_x + n;  // of w: by_v alone
      for (Index r = 0; r < m; ++r)
        column[r] = col < n ? -(twice * by_x[r * d] + once * by_v[r * d]) : -(once * by_v[r * d]);
    }
  }
  for (Index r = 0; r < m; ++r) c.S[(j * m + r) * size + j * m + r] += 1;
}

/// The rows of stage j on the right: how g moves with z, with p, and what K misses.
void fill_right(Condenser& c, Index j, double h, const double* missing, const Scales& scales,
                double* U) noexcept {
  const Index n = c.bvp->n, m = c.bvp->rates(), d = c.bvp->size(), np = c.bvp->parameters;
  const Index size = c.stage_rows();
  const double reach = c.table->c[j] * h;
  for (Index col = 0; col < d; ++col) {
    double* u = U + col * size + j * m;
    const bool is_v = col >= n && col < 2 * n;
    for (Index r = 0; r < m; ++r) {
      const double* row = c.gz.data() + r * d;
      u[r] = scales.z[col] * (is_v ? row[col] + reach * row[col - n] : row[col]);
    }
  }
  for (Index col = 0; col < np; ++col)
    for (Index r = 0; r < m; ++r)
      U[(d + col) * size + j * m + r] = scales.p[col] * c.gp[r * np + col];
  std::copy_n(missing, m, U + (d + np) * size + j * m);
}

/// C dz + D dz_next + E dp = f, dz_next being the linearised end of the interval's polynomial.
void fill_rung(const Condenser& c, double h, const Scales& scales, const double* U,
               const double* joint, double* rung) noexcept {
  const Index n = c.bvp->n, d = c.bvp->size(), np = c.bvp->parameters, size = c.stage_rows();
  const auto gather = [&](Index column, double* to) {
    gather_rates(*c.table, n, c.bvp->extra, h, U + column * size, to);
  };
  double *C = rung, *D = C + d * d, *E = D + d * d, *f = E + np * d;
  for (Index col = 0; col < d; ++col) {
    gather(col, C + col * d);
    C[col * d + col] += scales.z[col];
    if (col >= n && col < 2 * n) C[col * d + col - n] += h * scales.z[col];
    std::fill_n(D + col * d, d, 0.0);
    D[col * d + col] = -scales.z[col];
  }
  for (Index col = 0; col < np; ++col) gather(d + col, E + col * d);
  gather(d + np, f);
  for (Index r = 0; r < d; ++r) f[r] = joint[r] - f[r];
}

}  // namespace

Condenser::Condenser(const Bvp& problem, const Gauss& gauss) : bvp(&problem), table(&gauss) {
  const Index m = bvp->rates(), size = stage_rows();
  S = room(size * size);
  order.resize(static_cast<std::size_t>(size));
  z = room(bvp->size());
  g = room(m);
  gz = room(m * bvp->size());
  gp = room(m * bvp->parameters);
}

Condensed condense(Condenser& c, const Curve& curve, Index i, const Residual* residual,
                   const Scales& scales, double* U, double* rung) noexcept {
  const double tau = curve.mesh[i], h = curve.mesh[i + 1] - tau;
  const Index m = c.bvp->rates(), d = c.bvp->size();
  for (Index j = 0; j < c.table->s; ++j) {
    value_within(curve, i, c.table->stage[j], c.z.data());
    if (!c.bvp->slopes(c.bvp->self, tau + c.table->c[j] * h, c.z.data(), c.g.data(), c.gz.data(),
                       c.gp.data()) ||
        !finite(c.g) || !finite(c.gz))
      return Condensed::not_finite;
    for (Index r = 0; r < m; ++r) c.g[r] -= curve.rates_of(i)[j * m + r];
    const Index at = (i * c.table->s + j) * m;
    fill_matrix(c, j, h);
    fill_right(c, j, h, residual ? residual->stages.data() + at : c.g.data(), scales, U);
  }
  const linalg::Lu lu{c.stage_rows(), c.S.data(), c.order.data()};
  if (!linalg::factor_lu(lu)) return Condensed::singular;
  for (Index col = 0; col < c.columns(); ++col) linalg::solve_lu(lu, U + col * c.stage_rows());
  if (!residual) joint_of(curve, i, c.z.data());
  fill_rung(c, h, scales, U, residual ? residual->joints.data() + i * d : c.z.data(), rung);
  return Condensed::good;
}

}  // namespace zwang::extremal
