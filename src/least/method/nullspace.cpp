// SPDX-License-Identifier: Apache-2.0
// The null-space method, for any symmetric M: singular, negative definite, indefinite.
//
//   x = x_p + Z w,  A x_p = b,  A Z = 0,  ZᵀMZ w = Zᵀ(Q + C − M x_p)
// Stationary and unique exactly where ZᵀMZ is nonsingular; its inertia is the verdict: Gauss's
// function has a minimum, a maximum or a saddle there (doc/theory/kernel.md). Coordinates are
// scaled by powers of two near 1/√|M_ii|, so that units do not matter and no bit is lost.

#include <algorithm>
#include <cmath>
#include <limits>

#include "least/finish.h"
#include "least/method.h"
#include "least/rows.h"
#include "least/scale.h"
#include "linalg/definite.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

/// Z: the columns rank … n−1 of the product of the reflectors.
void fill_null_basis(Workspace& ws) {
  const Index n = ws.n, ldn = ws.ldn;
  for (Index k = ws.rows.rank; k < n; ++k) {
    double* column = ws.null.Z.data() + (k - ws.rows.rank) * ldn;
    std::fill_n(column, ldn, 0.0);
    column[k] = 1;
    linalg::kernels().apply_reflectors(ws.rows.view, ws.rows.rank, &column, 1);
  }
}

/// A symmetric matrix of `size` in H, with the arrays to factor it.
linalg::AnySymmetric symmetric(Workspace& ws, Index size, double* H) {
  linalg::AnySymmetric f;
  // τMτ has entries of size 1, and Z is orthonormal: what is small is small against 1.
  f.general = {size,
               H,
               ws.ldn,
               ws.null.symmetric_order.data(),
               ws.null.symmetric_pair.data(),
               linalg::mass_tolerance(ws.n),
               1.0};
  f.L = ws.L.data();
  f.inverse = ws.inverse.data();
  return f;
}

/// H ← Zᵀ(τMτ)Z, factored.
linalg::AnySymmetric factor_reduced(const Task& task, Workspace& ws) {
  const Index free = task.n - ws.rows.rank, ldn = ws.ldn;
  for (Index k = 0; k < free; ++k) {
    double *column = ws.null.Z.data() + k * ldn, *product = ws.null.P.data();
    scaled_mass_times(task, ws.null.tau.data(), column, ws.spare.data(), product);
    // Both triangles from one: H is symmetric to the last bit.
    linalg::kernels().row_products(free - k, ldn, column, product, ws.null.H.data() + k * ldn + k);
    for (Index j = k; j < free; ++j) ws.null.H.data()[j * ldn + k] = ws.null.H.data()[k * ldn + j];
  }
  linalg::AnySymmetric f = symmetric(ws, free, ws.null.H.data());
  linalg::factor_any(f);
  return f;
}

/// w = H⁻¹Zᵀx, out ← Z w.
void solve_reduced(Workspace& ws, const linalg::AnySymmetric& f, const double* x, double* out) {
  const Index free = f.general.size;
  double *w = ws.spare.data(), *scratch = w + ws.ldn + linalg::kLane;
  std::fill_n(w, ws.ldn, 0.0);
  linalg::kernels().row_products(free, ws.ldn, ws.null.Z.data(), x, w);
  linalg::solve_any(f, w, scratch);
  for (Index i = 0; i < ws.n; ++i) out[i] = 0;
  for (Index k = 0; k < free; ++k)
    for (Index i = 0; i < ws.n; ++i) out[i] += ws.null.Z.data()[k * ws.ldn + i] * w[k];
}

/// a = M⁻¹Q where M is nonsingular; nothing more is asked of it [XUMK94 21, erratum 7].
bool free_motion(const Task& task, Workspace& ws, double* a) {
  const Index n = task.n, ldn = ws.ldn;
  double *M = ws.null.free_mass.data(), *tau = ws.null.tau.data();
  std::fill_n(M, ldn * n, 0.0);
  for_each_block(task, [=](Index first, Index size, const double* block) {
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j)
        M[(first + j) * ldn + first + i] = tau[first + i] * block[i * size + j] * tau[first + j];
  });
  linalg::AnySymmetric f = symmetric(ws, n, M);
  linalg::factor_any(f);
  if (f.inertia.zero > 0) return false;
  for (Index i = 0; i < n; ++i) a[i] = tau[i] * task.Q[i];
  linalg::solve_any(f, a, ws.spare.data());
  for (Index i = 0; i < n; ++i) a[i] *= tau[i];
  return true;
}

Verdict judge(const linalg::SymmetricInertia& inertia) {
  if (inertia.zero > 0) return Verdict::degenerate;
  if (inertia.negative == 0) return Verdict::minimum;
  return inertia.positive == 0 ? Verdict::maximum : Verdict::saddle;
}

/// Everything that refers to the free motion; NaN where there is none.
void fill_free(const Task& task, Workspace& ws, Instant& out) {
  double* a = ws.a.data();
  out.free_motion = free_motion(task, ws, a);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  double *M_delta = ws.spare.data(), *delta = ws.delta.data();
  for (Index i = 0; i < task.n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out.free_acceleration[k] = out.free_motion ? a[i] : nan;
    delta[i] = out.deviation[k] = out.free_motion ? out.acceleration[k] - a[i] : nan;
  }
  mass_times(task, delta, M_delta);
  out.gauss = task.n > 0 ? linalg::dot(delta, M_delta, task.n) : 0;  // [UK92 6]
  linalg::kernels().row_products(task.m, task.n, task.A, a, out.misfit.data());
  for (Index j = 0; j < task.m; ++j) {
    const auto k = static_cast<std::size_t>(j);
    out.misfit[k] = out.free_motion ? task.b[j] - out.misfit[k] : nan;
  }
}

/// A τ into the lanes.
void fill_lanes(const Task& task, Workspace& ws) {
  for (Index i = 0; i < task.n; ++i) {
    double* lanes = ws.rows.row(i);
    std::fill_n(lanes, ws.rows.view.ldx, 0.0);
    for (Index j = 0; j < task.m; ++j) lanes[j] = task.A[j * task.n + i] * ws.null.tau.data()[i];
  }
}

/// x_p: the shortest vector, in scaled coordinates, that the rows ask for.
void fill_particular(Workspace& ws, double* x) {
  std::fill_n(x, ws.ldn, 0.0);
  std::copy_n(ws.rows.z.data(), ws.rows.rank, x);
  linalg::kernels().apply_reflectors(ws.rows.view, ws.rows.rank, &x, 1);
}

/// F^L lies in the range of Aᵀ: only that part of M ẍ − Q is kept. Leaves its coordinates in
/// ws.rows.z_y.                                                               [XUMK94 13,19]
void fill_lagrange(const Task& task, Workspace& ws, const double* x, Instant& out) {
  const Index n = task.n, r = ws.rows.rank;
  double *tau = ws.null.tau.data(), *Mx = ws.null.vectors.data(), *force = Mx + ws.ldn;
  scaled_mass_times(task, tau, x, ws.spare.data(), Mx);
  for (Index i = 0; i < n; ++i) force[i] = Mx[i] - tau[i] * task.Q[i];
  ws.rows.turn_in(r, force);
  std::copy_n(force, r, ws.rows.z_y.data());
  std::fill(force + r, force + ws.ldn, 0.0);
  linalg::kernels().apply_reflectors(ws.rows.view, r, &force, 1);
  for (Index i = 0; i < n; ++i) {
    out.force_newton[static_cast<std::size_t>(i)] = task.Q[i];
    out.force_lagrange[static_cast<std::size_t>(i)] = force[i] / tau[i];
  }
}

/// x ← x + Z(ZᵀMZ)⁻¹Zᵀ force; returns what was added.
const double* add_free_part(Workspace& ws, const linalg::AnySymmetric& f, const double* force,
                            double* x) {
  double* part = ws.null.vectors.data() + 2 * ws.ldn;
  solve_reduced(ws, f, force, part);
  for (Index i = 0; i < ws.n; ++i) x[i] += part[i];
  return part;
}

/// Adds what C does to x, and F^C = M times it.                              [FKNU05 21]
void add_nonideal(const Task& task, Workspace& ws, const linalg::AnySymmetric& f, double* x,
                  Instant& out) {
  std::fill(out.force_coulomb.begin(), out.force_coulomb.end(), 0.0);
  if (!task.C) return;
  double *tau = ws.null.tau.data(), *Mx = ws.null.vectors.data(), *force = Mx + ws.ldn;
  for (Index i = 0; i < ws.ldn; ++i) force[i] = i < task.n ? tau[i] * task.C[i] : 0;
  const double* part = add_free_part(ws, f, force, x);
  scaled_mass_times(task, tau, part, ws.spare.data(), Mx);
  for (Index i = 0; i < task.n; ++i)
    out.force_coulomb[static_cast<std::size_t>(i)] = Mx[i] / tau[i];
}

void fill_motion(const Task& task, const Workspace& ws, const double* x, Instant& out) {
  for (Index i = 0; i < task.n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out.acceleration[k] = ws.null.tau.data()[i] * x[i];
    out.constraint_force[k] = out.force_lagrange[k] + out.force_coulomb[k];
  }
  linalg::kernels().row_products(task.m, task.n, task.A, out.acceleration.data(),
                                 out.residual.data());
  for (Index j = 0; j < task.m; ++j) {
    const auto k = static_cast<std::size_t>(j);
    out.residual[k] = task.b[j] - out.residual[k];
  }
}

void fill_verdict(const Task& task, Workspace& ws, const linalg::AnySymmetric& f, Instant& out) {
  const Index n = task.n;
  out.rank = static_cast<std::size_t>(ws.rows.rank);
  out.freedom = static_cast<std::size_t>(n - ws.rows.rank);
  out.verdict = judge(f.inertia);
  out.inertia = {static_cast<std::size_t>(f.inertia.positive),
                 static_cast<std::size_t>(f.inertia.negative),
                 static_cast<std::size_t>(f.inertia.zero)};
  out.null_direction.clear();
  if (f.inertia.zero == 0) return;
  double *w = ws.null.vectors.data(), *direction = w + ws.ldn;
  linalg::null_vector(f.general, f.inertia, w, ws.spare.data());
  std::fill_n(direction, n, 0.0);
  for (Index k = 0; k < f.general.size; ++k)
    for (Index i = 0; i < n; ++i)
      direction[i] += ws.null.tau.data()[i] * ws.null.Z.data()[k * ws.ldn + i] * w[k];
  out.null_direction.assign(direction, direction + n);
}

}  // namespace

void solve_nullspace(const Task& task, const Options& options, Workspace& ws,
                     Instant& out) noexcept {
  out.method = Method::nullspace;
  const Index n = task.n, ldn = ws.ldn;
  double* tau = ws.null.tau.data();
  scale_coordinates(task, tau);
  fill_lanes(task, ws);
  if (!factor_rows(task, ws)) return fail(Status::overflow, out);
  const bool stepping = options.tolerance == RankTolerance::stepping;
  const bool contradictory = ws.rows.meet(task.b, task.W, 0, row_tolerance(task, options));
  const Index near = stepping ? ws.rows.near_singular() : 0;
  if (near > 0) ws.rows.damp(task.b);  // from x = 0: without M there is no free motion to keep to

  double* x = ws.u.data();  // ẍ in scaled coordinates
  fill_particular(ws, x);
  fill_null_basis(ws);
  const linalg::AnySymmetric f = factor_reduced(task, ws);
  double *Mx = ws.null.vectors.data(), *force = Mx + ldn;
  scaled_mass_times(task, tau, x, ws.spare.data(), Mx);
  for (Index i = 0; i < ldn; ++i) force[i] = i < n ? tau[i] * task.Q[i] - Mx[i] : 0;
  add_free_part(ws, f, force, x);
  fill_lagrange(task, ws, x, out);
  add_nonideal(task, ws, f, x, out);
  fill_motion(task, ws, x, out);
  fill_verdict(task, ws, f, out);
  out.near_singular = static_cast<std::size_t>(near);
  out.status = f.inertia.zero > 0 ? Status::degenerate
               : contradictory    ? Status::contradictory
                                  : Status::ok;
  fill_free(task, ws, out);
  finish_rows(task, options, ws, 1, out);
}

}  // namespace zwang::least
