// SPDX-License-Identifier: Apache-2.0
// The explicit equation of motion by Cholesky and a pivoted QR.  [UK92 5a, 5b, 5c], [FKNU05 16-21]
//
//   M = L Lᵀ,  D = A L⁻ᵀ,  g = L⁻¹Q,  c = L⁻¹C,  Dᵀ P = Q_H [R11 R12; 0 0]
//   Lᵀẍ = Q_H [ z ; (Q_Hᵀ(g + c))_rest ],  R11ᵀz = b on the independent rows
// b enters directly, not as b − A a: what the rows ask for is met to rounding even where ẍ is
// small against a. Q_H is the product of the reflectors.

#include "least/finish.h"
#include "least/method.h"
#include "least/rows.h"
#include "least/weigh.h"
#include "linalg/vector.h"

namespace zwang::least {

/// u, yL, yC (whose padding is zero, and stays so) in the basis of the reflectors, then back: D⁺ is
/// Q_H R11⁻ᵀ on the independent rows, so that y = g + D⁺(b − D g) [XUMK94 29], h = D⁺(b − D g)
/// [XUMK94 30], and h is in the range of Dᵀ by construction [XUMK94 32].
static void assemble(const Task& task, Workspace& ws) {
  const Index n = task.n, m = task.m, r = ws.rows.rank;
  double *u = ws.u.data(), *yL = ws.yL.data(), *yC = ws.yC.data();
  for (Index i = 0; i < n; ++i) {
    const double g = ws.rows.row(i)[m], c = ws.rows.row(i)[m + 1];  // Q_Hᵀg, Q_Hᵀc
    u[i] = i < r ? ws.rows.z.data()[i] : g + c;
    yL[i] = i < r ? ws.rows.z.data()[i] - g : 0;  // D⁺e          [FKNU05 6]
    yC[i] = i < r ? 0 : c;                        // (I − D⁺D) c  [FKNU05 21]
    if (i < r) ws.rows.z_y.data()[i] = yL[i];
  }
  double* vectors[3] = {u, yL, yC};
  linalg::kernels().apply_reflectors(ws.rows.view, r, vectors, task.C ? 3 : 2);
}

/// M ẍ = Q + K(b − A M⁻¹Q) [UK92 5a], which is [UK92 5a'], [FKNU05 1], [XUMK94 24], [KNUX99 8].
void solve_explicit(const Task& task, const Options& options, Workspace& ws,
                    Instant& out) noexcept {
  out.method = Method::explicit_;
  const int sign = weigh(task, ws);
  if (sign == 0) return fail(Status::mass_not_definite, out);
  if (!factor_rows(task, ws)) return fail(Status::overflow, out);
  const bool stepping = options.tolerance == RankTolerance::stepping;
  const double free = ws.rows.rank < task.m ? linalg::norm(ws.g.data(), task.n) : 0;
  const bool contradictory = ws.rows.meet(task.b, task.W, free, row_tolerance(task, options));
  const Index near = stepping ? ws.rows.near_singular() : 0;
  if (near > 0) ws.rows.damp(task.b);
  out.status = contradictory ? Status::contradictory : Status::ok;
  out.near_singular = static_cast<std::size_t>(near);
  assemble(task, ws);
  finish(task, ws, sign, out);
  finish_rows(task, options, ws, sign, out);
}

}  // namespace zwang::least
