// SPDX-License-Identifier: Apache-2.0
// The β–R algorithm in square-root form: Bellman's principle of optimality applied to the shortest
// solution of C y = d.  [KNUX99] section 3; why not as printed: doc/theory/knux99.md.
//
// C here is D = A L⁻ᵀ with rows of length 1, d = e scaled alike; elsewhere C is the non-ideal
// force. Columns are chosen by a pivoted QR C P = U T, which also reduces every c_k and d to r
// numbers; then S = T11⁻ᵀ stands for R_r = S Sᵀ, and Potter's update for R_k.

#include <algorithm>
#include <cmath>

#include "least/finish.h"
#include "least/method.h"
#include "least/rows.h"
#include "least/weigh.h"
#include "linalg/rank.h"
#include "linalg/tall_qr.h"

namespace zwang::least {

namespace {

/// Lanes of row j: the columns of C, then d_j, then (C c)_j for the non-ideal part. s ← lengths of
/// the rows, `size` the size of what d was computed from.
double fill_columns(const Task& task, Workspace& ws, double* s) {
  const Index n = task.n, m = task.m;
  double size = 0;
  for (Index i = 0; i < n; ++i) size += ws.g.data()[i] * ws.g.data()[i];
  size = std::sqrt(size);
  for (Index j = 0; j < m; ++j) {
    double d2 = 0, Dg = 0, Dc = 0;
    for (Index i = 0; i < n; ++i) {
      const double D = ws.rows.row(i)[j];
      d2 += D * D;
      Dg += D * ws.g.data()[i];
      Dc += D * ws.c.data()[i];
    }
    s[j] = std::sqrt(d2);
    const double scale = d2 > 0 ? 1 / s[j] : 0;
    double* lanes = ws.bellman.columns.row(j);
    for (Index i = 0; i < n; ++i) lanes[i] = ws.rows.row(i)[j] * scale;  // [KNUX99 6]
    lanes[n] = (task.b[j] - Dg) * scale;
    lanes[n + 1] = Dc * scale;
    size = std::fmax(size, std::fabs(task.b[j]) * scale);
  }
  return size;
}

/// S ← T11⁻ᵀ (row-major, lower triangular): R_r = S Sᵀ.                        [KNUX99 13,26]
void start_value(Workspace& ws, Index r, Index ldr) {
  double* S = ws.bellman.S.data();
  for (Index i = 0; i < r; ++i) {
    double* row = S + i * ldr;
    std::fill_n(row, ldr, 0.0);
    row[i] = 1;
    for (Index k = 0; k < i; ++k) {
      const double t = ws.bellman.columns.row(k)[i];
      for (Index j = 0; j <= k; ++j) row[j] -= t * S[k * ldr + j];
    }
    const double pivot = ws.bellman.columns.row(i)[i];
    for (Index j = 0; j <= i; ++j) row[j] /= pivot;
  }
}

/// The back sweep for one reduced demand d (r entries, overwritten); y in the caller's order.
void back_sweep(Workspace& ws, Index n, Index r, Index ldr, double* d, double* y) {
  const linalg::RowQr& qr = ws.bellman.columns.view;
  for (Index k = n; k-- > r;) {
    const double *beta = ws.bellman.beta.data() + (k - r) * ldr,
                 *c = ws.bellman.reduced.data() + (k - r) * ldr;
    double s = 0;
    for (Index i = 0; i < r; ++i) s += beta[i] * d[i];
    const double y_k = s / ws.bellman.alpha.data()[k - r];  // [KNUX99 24,30-32]
    for (Index i = 0; i < r; ++i) d[i] -= c[i] * y_k;       // [KNUX99 25]
    y[qr.order[k]] = y_k;
  }
  std::fill(d + r, d + qr.ldx, 0.0);
  linalg::kernels().backward(qr, r, d);  // [KNUX99 11,33]
  for (Index k = 0; k < r; ++k) y[qr.order[k]] = d[k];
}

/// Whether d has a part outside the range of C. If so, ws.bellman.columns' reduced demand becomes that of
/// the least-squares fit in the user's row norm.
bool fit_demand(const Task& task, Workspace& ws, const double* s, double size, double tolerance,
                Index r, double* d) {
  const Index m = task.m, n = task.n;
  double inside = 0, outside = 0;
  for (Index j = 0; j < m; ++j) {
    const double x = ws.bellman.columns.row(j)[n];
    (j < r ? inside : outside) += x * x;
  }
  bool contradictory = std::sqrt(outside) > tolerance * (size + std::sqrt(inside));
  for (Index j = 0; j < m; ++j) contradictory |= s[j] == 0 && task.b[j] != 0;
  if (!contradictory) return false;
  // Columns of T = diag(√W s) U; the fit in the user's norm is U z.            [XUMK94 44]
  const linalg::TallQr tall = ws.rows.tall_room.of(m, r);
  for (Index k = 0; k < r; ++k) {
    double* column = tall.T + k * tall.ld;
    double* unit = ws.spare.data();
    std::fill_n(unit, ws.bellman.columns.view.ldv, 0.0);
    unit[k] = 1;
    linalg::kernels().apply_reflectors(ws.bellman.columns.view, r, &unit, 1);
    for (Index j = 0; j < m; ++j) column[j] = unit[j] * s[j] * (task.W ? std::sqrt(task.W[j]) : 1);
  }
  linalg::tall_qr(tall);
  double* rhs = ws.rows.side.data();
  for (Index j = 0; j < m; ++j) {
    double Dg = 0;
    for (Index i = 0; i < n; ++i) Dg += ws.rows.row(i)[j] * ws.g.data()[i];
    rhs[j] = (task.b[j] - Dg) * (task.W ? std::sqrt(task.W[j]) : 1);
  }
  linalg::least_squares(tall, rhs, d);
  return true;
}

}  // namespace

/// y = M^(1/2)(ẍ − a) [KNUX99 3] is the shortest y [KNUX99 5] with C y = d: C⁺d [KNUX99 7].
void solve_bellman(const Task& task, const Options& options, Workspace& ws, Instant& out) noexcept {
  out.method = Method::bellman;
  const int sign = weigh(task, ws);
  if (sign == 0) return fail(Status::mass_not_definite, out);
  const Index n = task.n, m = task.m, ldr = round_up(std::max<Index>(std::min(n, m), 1), 8);
  double* s = ws.spare.data() + ws.bellman.columns.view.ldv + ws.bellman.columns.view.ldx;
  const double size = fill_columns(task, ws, s);
  for (Index j = 0; j < m; ++j)
    if ((s[j] == 0 || !std::isfinite(s[j])) && !vanished(task, j))
      return fail(Status::overflow, out);
  linalg::RowQr& qr = ws.bellman.columns.view;
  qr.equilibrate = false;
  qr.tolerance = linalg::instant_tolerance(m, n);
  const Index r = linalg::kernels().row_qr(qr);

  // The recursion has no place for damping: near-singular directions go the explicit way.
  const bool stepping = options.tolerance == RankTolerance::stepping;
  const double weakest = r > 0 ? std::fabs(ws.bellman.columns.row(r - 1)[r - 1]) : 1;
  if (stepping && r > 0 &&
      weakest <= linalg::stepping_tolerance() * std::fabs(ws.bellman.columns.row(0)[0]))
    return solve_explicit(task, options, ws, out);

  start_value(ws, r, ldr);
  for (Index k = r; k < n; ++k)
    for (Index i = 0; i < ldr; ++i)
      ws.bellman.reduced.data()[(k - r) * ldr + i] = i < r ? ws.bellman.columns.row(i)[k] : 0;
  linalg::kernels().potter(r, n - r, ws.bellman.reduced.data(), ldr, ws.bellman.S.data(),
                           ws.bellman.beta.data(), ws.bellman.alpha.data(),
                           ws.bellman.f.data());  // [KNUX99 26-29]
  double* d = ws.rows.z.data();
  for (Index i = 0; i < r; ++i) d[i] = ws.bellman.columns.row(i)[n];
  const double tolerance = row_tolerance(task, options);
  const bool contradictory = fit_demand(task, ws, s, size, tolerance, r, d);
  double *yL = ws.yL.data(), *yC = ws.yC.data();
  back_sweep(ws, n, r, ldr, d, yL);
  for (Index i = 0; i < r; ++i) d[i] = ws.bellman.columns.row(i)[n + 1];
  if (task.C) back_sweep(ws, n, r, ldr, d, yC);
  for (Index i = 0; i < n; ++i) {
    yC[i] = task.C ? ws.c.data()[i] - yC[i] : 0;      // [FKNU05 21]
    ws.u.data()[i] = ws.g.data()[i] + yL[i] + yC[i];  // [KNUX99 4]
    ws.rows.row(i)[m] = yL[i];
  }
  out.status = contradictory ? Status::contradictory : Status::ok;
  out.near_singular = 0;
  if (options.multipliers || options.diagnose) {
    // What is said about the rows is said of the rows, not of columns.
    if (!factor_rows(task, ws)) return fail(Status::overflow, out);
    for (Index k = 0; k < ws.rows.rank; ++k) ws.rows.z_y.data()[k] = ws.rows.row(k)[m];
    finish(task, ws, sign, out);
    finish_rows(task, options, ws, sign, out);
  } else {
    ws.rows.rank = r;
    ws.rows.least_pivot =
        r > 0 ? std::fabs(ws.bellman.columns.row(r - 1)[r - 1] / ws.bellman.columns.row(0)[0]) : 1;
    finish(task, ws, sign, out);
    out.condition = 1 / ws.rows.least_pivot;
  }
}

}  // namespace zwang::least
