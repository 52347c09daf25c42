// SPDX-License-Identifier: Apache-2.0
#include "bvp/collocation/condense.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bvp/curve.h"
#include "linalg/kernels.h"

namespace zwang::bvp {

namespace {

bool finite(const double* x, Index count) noexcept {
  double sum[4] = {};  // side by side, as in product.h
  Index k = 0;
  for (; k + 4 <= count; k += 4)
    for (Index l = 0; l < 4; ++l) sum[l] += 0 * x[k + l];
  for (; k < count; ++k) sum[0] += 0 * x[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0;
}

/// Whether g at some stage of the interval knows component r of x, of its rate, or of w.
bool is_known(const Condenser& c, Index r) noexcept {
  const Index n = c.bvp->n, d = c.bvp->size(), rows = c.stage_rows();
  for (Index row = 0; row < rows; ++row) {
    const double* by = c.gz.data() + row * d;
    if (by[n + r] != 0 || (r < n && by[r] != 0)) return true;
  }
  return false;
}

void choose_places(Condenser& c) noexcept {
  const Index m = c.bvp->rates(), s = c.table->s;
  Index *const known = c.order.data(), unknown = 0;  // `order` is not yet in use
  for (Index r = 0; r < m; ++r) {
    known[r] = is_known(c, r);
    unknown += !known[r];
  }
  c.in_order = unknown == 0;
  if (c.in_order) {
    for (Index k = 0; k < s * m; ++k) c.place[k] = k;
    return;
  }
  Index first = 0, next = unknown * s;
  for (Index r = 0; r < m; ++r) {
    Index& at = known[r] ? next : first;
    for (Index j = 0; j < s; ++j) c.place[j * m + r] = at++;
  }
}

/// The rows of stage j in the stages' matrix, 1 − ∂g/∂K; on the right how g moves with z, with p, and
/// what K misses.
void fill_rows(Condenser& c, Index j, double h, const double* missing,
               const Scales& scales) noexcept {
  const Index n = c.bvp->n, m = c.bvp->rates(), d = c.bvp->size(), np = c.bvp->parameters;
  const Index size = c.stage_rows(), width = c.width();
  const Gauss& t = *c.table;
  const double reach = t.c[j] * h;
  for (Index r = 0; r < m; ++r) {
    const double *by_x = c.gz.data() + (j * m + r) * d, *by_v = by_x + n;
    double* row = c.S.data() + c.place[j * m + r] * width;
    const Index* place = c.place.data();
    for (Index k = 0; k < t.s; ++k, place += m) {
      const double once = h * t.stage[j].once[k], twice = h * h * t.stage[j].twice[k];
      if (c.in_order) {
        double* const to = row + k * m;
        for (Index col = 0; col < n; ++col) to[col] = -(twice * by_x[col] + once * by_v[col]);
        for (Index col = n; col < m; ++col) to[col] = -(once * by_v[col]);
        continue;
      }
      for (Index col = 0; col < n; ++col) row[place[col]] = -(twice * by_x[col] + once * by_v[col]);
      for (Index col = n; col < m; ++col) row[place[col]] = -(once * by_v[col]);
    }
    row[c.place[j * m + r]] += 1;  // [ENDS 8]
    row += size;
    for (Index col = 0; col < n; ++col) *row++ = scales.z[col] * by_x[col];
    for (Index col = 0; col < n; ++col)
      *row++ = scales.z[n + col] * (by_v[col] + reach * by_x[col]);
    for (Index col = 2 * n; col < d; ++col) *row++ = scales.z[col] * by_x[col];
    for (Index col = 0; col < np; ++col) *row++ = scales.p[col] * c.gp[(j * m + r) * np + col];
    *row = missing[r];
  }
}

/// Rows of `ends`: what K adds to z over the interval, by (dz, dp, 1).
void gather(Condenser& c, double h, const double* U) noexcept {
  const Index n = c.bvp->n, m = c.bvp->rates(), columns = c.columns();
  const GaussWeights& end = c.table->end;
  std::fill(c.ends.begin(), c.ends.end(), 0.0);
  for (Index k = 0; k < c.table->s; ++k) {
    const double once = h * end.once[k], twice = h * h * end.twice[k];
    for (Index r = 0; r < m; ++r) {
      const double* u = U + (k * m + r) * columns;
      double *x = c.ends.data() + r * columns, *v = x + n * columns;  // of w: v alone
      for (Index col = 0; col < columns; ++col) v[col] += once * u[col];
      if (r >= n) continue;
      for (Index col = 0; col < columns; ++col) x[col] += twice * u[col];
    }
  }
}

/// C dz + D dz_next + E dp = f, dz_next being the linearised end of the polynomial.  [ENDS 9]
void fill_rung(Condenser& c, double h, const Scales& scales, const double* joint,
               double* rung) noexcept {
  const Index n = c.bvp->n, d = c.bvp->size(), np = c.bvp->parameters, columns = c.columns();
  double *C = rung, *D = C + d * d, *E = D + d * d, *f = E + np * d;
  std::fill_n(D, d * d, 0.0);
  for (Index r = 0; r < d; ++r) {
    const double* row = c.ends.data() + r * columns;
    for (Index col = 0; col < d; ++col) C[col * d + r] = row[col];
    for (Index col = 0; col < np; ++col) E[col * d + r] = row[d + col];
    f[r] = joint[r] - row[d + np];  // [ENDS 9]
    C[r * d + r] += scales.z[r];
    if (r < n) C[(n + r) * d + r] += h * scales.z[n + r];
    D[r * d + r] = -scales.z[r];
  }
}

}  // namespace

Condenser::Condenser(const Bvp& problem) : bvp(&problem) {
  ends.resize(bvp->size() * columns());
  z.resize(bvp->size());
}

void Condenser::set_stages(Index s) {
  table = &gauss(s);
  const auto wanted = static_cast<std::size_t>(stage_rows() * width());
  if (S.size() < wanted) S.resize(wanted);
  const auto rows = static_cast<std::size_t>(stage_rows());
  order.resize(rows);
  place.resize(rows);
  g.resize(rows);
  gz.resize(rows * static_cast<std::size_t>(bvp->size()));
  gp.resize(rows * static_cast<std::size_t>(bvp->parameters));
}

void keep_factors(const Condenser& c, const StageFactors& to) noexcept {
  const Index size = c.stage_rows(), width = c.width();
  for (Index r = 0; r < size; ++r)
    for (Index k = 0; k < size; ++k) to.LU[r * size + k] = c.S[r * width + k];
  std::copy_n(c.order.data(), size, to.order);
  std::copy_n(c.place.data(), size, to.order + size);
}

void solve_stages(Index stage_rows, const StageFactors& factors, double* x,
                  double* scratch) noexcept {
  const Index size = stage_rows;
  const Index *order = factors.order, *place = order + size;
  double* y = scratch;
  for (Index k = 0; k < size; ++k) y[place[k]] = x[k];
  for (Index k = 0; k < size; ++k) std::swap(y[k], y[order[k]]);
  for (Index i = 1; i < size; ++i) y[i] -= product(i, factors.LU + i * size, y);
  for (Index i = size; i-- > 0;) {
    const double* row = factors.LU + i * size;
    y[i] = (y[i] - product(size - i - 1, row + i + 1, y + i + 1)) / row[i];
  }
  for (Index k = 0; k < size; ++k) x[k] = y[place[k]];
}

Condensed condense(Condenser& c, const Curve& curve, Index i, const Residual* residual,
                   const Scales& scales, double* U, double* rung) noexcept {
  const double tau = curve.mesh[i], h = curve.mesh[i + 1] - tau;
  const Index m = c.bvp->rates(), d = c.bvp->size(), np = c.bvp->parameters, s = c.table->s;
  const Index size = c.stage_rows(), columns = c.columns(), width = c.width();
  for (Index j = 0; j < s; ++j) {
    value_within(curve, i, c.table->stage[j], c.z.data());
    if (!c.bvp->slopes(c.bvp->self, tau + c.table->c[j] * h, c.z.data(), c.g.data() + j * m,
                       c.gz.data() + j * m * d, c.gp.data() + j * m * np))
      return Condensed::not_finite;
  }
  if (!finite(c.g.data(), size) || !finite(c.gz.data(), size * d)) return Condensed::not_finite;
  choose_places(c);
  for (Index k = 0; k < size; ++k) c.g[k] -= curve.rates_of(i)[k];
  const double* missing = residual ? residual->stages.data() + i * size : c.g.data();
  for (Index j = 0; j < s; ++j) fill_rows(c, j, h, missing + j * m, scales);
  if (!linalg::kernels().eliminate(size, columns, c.S.data(), width, c.order.data()))
    return Condensed::singular;
  for (Index k = 0; k < size; ++k)
    std::copy_n(c.S.data() + c.place[k] * width + size, columns, U + k * columns);
  gather(c, h, U);
  if (!residual) joint_of(curve, i, c.z.data());
  fill_rung(c, h, scales, residual ? residual->joints.data() + i * d : c.z.data(), rung);
  return Condensed::good;
}

}  // namespace zwang::bvp
