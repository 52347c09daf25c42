// SPDX-License-Identifier: Apache-2.0
// The proximal iteration on the dual of Gauss's principle:
//   λ ← λ + (Ĝ + μI)⁻¹(ê − Ĝλ),  Ĝ = D̂D̂ᵀ, rows equilibrated, ê − Ĝλ formed as ê − D̂(D̂ᵀλ).
// The error in a direction with singular value σ shrinks by μ/(σ² + μ) each time; μ is lowered
// until every direction above rounding is met. What lies in no direction of the rows (a
// contradiction) never shrinks: it is found first, in the user's row norm, and taken off b.

#include <algorithm>
#include <cmath>
#include <limits>

#include "least/finish.h"
#include "least/method.h"
#include "least/rows.h"
#include "least/weigh.h"
#include "linalg/definite.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

/// The scaled rows D̂ = diag(s) D, D in the lanes of ws.rows.X (not factored), and Ĝ = D̂D̂ᵀ.
struct Dual {
  const Task& task;
  Workspace& ws;
  const double* s;     // m: what each row is multiplied by
  double largest = 0;  // diagonal entry of Ĝ
  double damping = 0;

  Dual(const Task& task_, Workspace& ws_, const double* s_) : task(task_), ws(ws_), s(s_) {
    double* G = ws.proximal.gram.data();
    std::fill_n(G, ld() * task.m, 0.0);
    for (Index i = 0; i < task.n; ++i) {
      const double* lanes = ws.rows.row(i);
      for (Index j = 0; j < task.m; ++j) {
        const double x = lanes[j];
        for (Index k = j; k < task.m; ++k) G[j * ld() + k] += x * lanes[k];
      }
    }
    for (Index j = 0; j < task.m; ++j) {
      for (Index k = j; k < task.m; ++k) G[j * ld() + k] *= s[j] * s[k];
      largest = std::fmax(largest, G[j * ld() + j]);
    }
  }

  Index ld() const { return ws.rows.view.ldx; }

  /// Ĝ + μI, factored; μ is relative to the largest diagonal entry.
  void factor(double mu) {
    double* L = ws.proximal.damped.data();
    damping = mu * (largest > 0 ? largest : 1);
    for (Index j = 0; j < task.m; ++j) {
      std::copy(ws.proximal.gram.data() + j * ld() + j, ws.proximal.gram.data() + (j + 1) * ld(),
                L + j * ld() + j);
      L[j * ld() + j] += damping;
    }
    linalg::kernels().factor(task.m, L, ld(), nullptr, 0, ws.proximal.gram_inverse.data(), 0);
  }

  /// rest ← s (e − D y).
  void residual(const double* e, const double* y, double* rest) const {
    for (Index j = 0; j < task.m; ++j) rest[j] = e[j];
    for (Index i = 0; i < task.n; ++i) {
      const double* lanes = ws.rows.row(i);
      for (Index j = 0; j < task.m; ++j) rest[j] -= lanes[j] * y[i];
    }
    for (Index j = 0; j < task.m; ++j) rest[j] *= s[j];
  }

  /// y ← y + D̂ᵀ(Ĝ + μI)⁻¹ rest. Returns ‖change‖; rest is overwritten.
  double correct(double* rest, double* y) const {
    linalg::solve_cholesky(task.m, ws.proximal.damped.data(), ld(), ws.proximal.gram_inverse.data(),
                           rest);
    double change = 0;
    for (Index i = 0; i < task.n; ++i) {
      const double* lanes = ws.rows.row(i);
      double d = 0;
      for (Index j = 0; j < task.m; ++j) d += lanes[j] * s[j] * rest[j];
      y[i] += d;
      change += d * d;
    }
    return std::sqrt(change);
  }
};

double largest(const double* x, Index count) {
  double t = 0;
  for (Index i = 0; i < count; ++i) t = std::fmax(t, std::fabs(x[i]));
  return t;
}

/// y with D y = e as well as the rows allow, lowering μ while steps shrink too slowly. Returns the
/// last step relative to y: 0 where it came to rest, else as far as rounding let it come.
/// While stepping, ten steps with one μ: what they do not reach is near-singular and stays damped.
double iterate(Dual& dual, bool stepping, const double* e, double* y, double* rest) {
  const int most = stepping ? linalg::damped_steps() : 60;
  double mu = stepping ? linalg::damping() : 1e-3, before = 0, relative = 0;
  std::fill_n(y, dual.task.n, 0.0);
  dual.factor(mu);
  for (int round = 0; round < most; ++round) {
    dual.residual(e, y, rest);
    const double change = dual.correct(rest, y);
    const double size = linalg::norm(y, dual.task.n);
    if (change <= 4 * linalg::kEps * size) return 0;
    relative = change / size;
    const bool slow = !stepping && round > 0 && change > 0.1 * before;
    if (slow && mu <= 1e-13) break;  // below, Ĝ + μI is no longer definite in double
    if (slow) dual.factor(mu = std::fmax(mu * 1e-3, 1e-13));
    before = change;
  }
  return stepping ? 0 : relative;
}

/// The part of e that no motion meets, least in the user's row norm, into `rest`: found with a
/// damping as large as the rows allow, for what is not met is divided by it. Returns whether it
/// came to rest.
bool find_contradiction(const Task& task, Workspace& ws, const double* e, double* y, double* rest,
                        double* scale) {
  for (Index j = 0; j < task.m; ++j) scale[j] = task.W ? std::sqrt(task.W[j]) : 1;
  Dual dual(task, ws, scale);
  std::fill_n(y, task.n, 0.0);
  bool rested = false;
  for (double mu = 1e-2; !rested && mu > 1e-9; mu *= 1e-2) {
    dual.factor(mu);
    for (int round = 0; !rested && round < 60; ++round) {
      dual.residual(e, y, rest);
      const double unmet =
          linalg::norm(rest, task.m) * std::sqrt(mu / dual.damping);  // in units of y
      const double change = dual.correct(rest, y);
      rested = change <= 4 * linalg::kEps / mu * (linalg::norm(y, task.n) + unmet);
    }
  }
  dual.residual(e, y, rest);
  for (Index j = 0; j < task.m; ++j) rest[j] /= scale[j];
  return rested;
}

}  // namespace

/// The damped solutions: yL for e, yC = c − D⁺D c. Returns the larger of their last steps (∞ where
/// the contradiction was not found); sets `contradictory`.
static double solve_dual(const Task& task, const Options& options, Workspace& ws,
                         bool& contradictory) {
  const Index n = task.n, m = task.m, ld = ws.rows.view.ldx;
  const bool stepping = options.tolerance == RankTolerance::stepping;
  double *s = ws.proximal.dual.data(), *e = s + ld, *rest = e + ld, *scale = rest + ld;
  double *yL = ws.yL.data(), *yC = ws.yC.data();
  double size = linalg::norm(ws.g.data(), n);
  for (Index j = 0; j < m; ++j) {
    double d2 = 0, Dg = 0;
    for (Index i = 0; i < n; ++i) {
      d2 += ws.rows.row(i)[j] * ws.rows.row(i)[j];
      Dg += ws.rows.row(i)[j] * ws.g.data()[i];
    }
    s[j] = d2 > 0 ? 1 / std::sqrt(d2) : 0;
    e[j] = task.b[j] - Dg;  // [FKNU05 3]
    size = std::fmax(size, std::fabs(task.b[j]) * s[j]);
    contradictory |= d2 == 0 && task.b[j] != 0;
  }
  Dual dual(task, ws, s);
  double last = iterate(dual, stepping, e, yL, rest);
  dual.residual(e, yL, rest);
  // The iteration ends a few digits above rounding where directions are weak: a hundred times what
  // the direct methods allow before a row is said to fight.
  const double allowed =
      (stepping ? 1 : 100) * row_tolerance(task, options) * (size + linalg::norm(yL, n));
  // Not met: either the rows fight, or a direction is too weak for the damping. Taking off what
  // no motion meets tells which.
  if (largest(rest, m) > allowed) {
    const bool found = find_contradiction(task, ws, e, yL, rest, scale);
    for (Index j = 0; j < m; ++j) {
      contradictory |= std::fabs(rest[j]) * s[j] > allowed;
      e[j] -= rest[j];
    }
    Dual again(task, ws, s);  // Ĝ was overwritten on the way
    last = iterate(again, stepping, e, yL, rest);
    if (!found) last = std::numeric_limits<double>::infinity();
  }
  std::fill_n(yC, n, 0.0);
  if (task.C) {
    for (Index j = 0; j < m; ++j) {
      e[j] = 0;
      for (Index i = 0; i < n; ++i) e[j] += ws.rows.row(i)[j] * ws.c.data()[i];
    }
    last = std::fmax(last, iterate(dual, stepping, e, yC, rest));
    for (Index i = 0; i < n; ++i) yC[i] = ws.c.data()[i] - yC[i];  // [FKNU05 21]
  }
  return last;
}

void solve_proximal(const Task& task, const Options& options, Workspace& ws,
                    Instant& out) noexcept {
  out.method = Method::proximal;
  const int sign = weigh(task, ws);
  if (sign == 0) return fail(Status::mass_not_definite, out);
  bool contradictory = false;
  const double last = solve_dual(task, options, ws, contradictory);
  for (Index i = 0; i < task.n; ++i)
    ws.u.data()[i] = ws.g.data()[i] + ws.yL.data()[i] + ws.yC.data()[i];
  // The answer needs no rank; what is said about the rows does. Q_Hᵀyᴸ comes from a further lane.
  for (Index i = 0; i < task.n; ++i) ws.rows.row(i)[task.m] = ws.yL.data()[i];
  if (!factor_rows(task, ws)) return fail(Status::overflow, out);
  for (Index k = 0; k < ws.rows.rank; ++k) ws.rows.z_y.data()[k] = ws.rows.row(k)[task.m];
  // At rest means: within the rounding that rows of this condition amplify.
  const bool rested = last <= 100 * linalg::instant_tolerance(task.m, task.n) / ws.rows.least_pivot;
  out.status = !rested ? Status::not_converged : contradictory ? Status::contradictory : Status::ok;
  const bool stepping = options.tolerance == RankTolerance::stepping;
  out.near_singular = stepping ? static_cast<std::size_t>(ws.rows.near_singular()) : 0;
  finish(task, ws, sign, out);
  finish_rows(task, options, ws, sign, out);
}

}  // namespace zwang::least
