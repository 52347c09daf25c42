// SPDX-License-Identifier: Apache-2.0
#include "least/finish.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "least/rows.h"
#include "least/weigh.h"

namespace zwang::least {

/// out ← b − A x.
static void subtract_rows(const Task& task, const double* x, std::vector<double>& out) {
  linalg::kernels().row_products(task.m, task.n, task.A, x, out.data());
  for (Index i = 0; i < task.m; ++i)
    out[static_cast<std::size_t>(i)] = task.b[i] - out[static_cast<std::size_t>(i)];
}

void finish(const Task& task, Workspace& ws, int sign, Instant& out) noexcept {
  const Index n = task.n;
  const auto count = static_cast<std::size_t>(n);
  double *yL = ws.yL.data(), *yC = ws.yC.data(), *a = ws.a.data(), *delta = ws.delta.data();
  double G = 0, free = 0;
  for (Index i = 0; i < n; ++i) {
    a[i] = ws.g.data()[i];
    free += a[i] * a[i];
    delta[i] = yL[i] + yC[i];
    G += delta[i] * delta[i];
  }
  out.gauss = sign * G;  // [UK92 6]
  // F^L = K e [UK92 5b], [XUMK94 25]: M^(1/2) D⁺e; F^C = M^(1/2) (I − D⁺D) M^(-1/2) C                       [FKNU05 20-21]
  double* force = ws.spare.data();
  weigh_back(task, ws, yL, force);
  for (std::size_t i = 0; i < count; ++i) out.force_lagrange[i] = sign * force[i];
  if (task.C) {
    weigh_back(task, ws, yC, force);
    for (std::size_t i = 0; i < count; ++i) out.force_coulomb[i] = sign * force[i];
  } else {
    std::fill(out.force_coulomb.begin(), out.force_coulomb.end(), 0.0);
  }
  // a = M⁻¹Q [UK92 2], Δa = K₁e + … [UK92 5c, 5c'], ẍ = a + M^(-1/2)y [FKNU05 16], [KNUX99 4]
  // Δa as a difference, unless it is small against a and would lose digits.
  const bool apart = G < 0.01 * free;
  double* solved[3] = {a, ws.u.data(), delta};
  unweigh(task, ws, solved, apart ? 3 : 2);
  for (std::size_t i = 0; i < count; ++i) {
    out.free_acceleration[i] = a[i];
    out.acceleration[i] = ws.u.data()[i];
    out.deviation[i] = apart ? delta[i] : ws.u.data()[i] - a[i];
    out.force_newton[i] = task.Q[i];  // [FKNU05 19]
    out.constraint_force[i] =
        out.force_lagrange[i] + out.force_coulomb[i];  // [UK92 4], [FKNU05 18]
  }
  subtract_rows(task, a, out.misfit);  // [FKNU05 3]
  subtract_rows(task, ws.u.data(), out.residual);
  out.free_motion = true;
  out.rank = static_cast<std::size_t>(ws.rows.rank);
  out.freedom = static_cast<std::size_t>(n - ws.rows.rank);
  out.verdict = sign > 0 || out.freedom == 0 ? Verdict::minimum : Verdict::maximum;
  out.inertia = sign > 0 ? Inertia{out.freedom, 0, 0} : Inertia{0, out.freedom, 0};
  out.null_direction.clear();
}

void finish_rows(const Task& task, const Options& options, Workspace& ws, int sign,
                 Instant& out) noexcept {
  if (options.multipliers) {
    ws.rows.share(out.multipliers.data());  // [XUMK94 13]
    if (sign < 0)
      for (double& lambda : out.multipliers) lambda = -lambda;
  }
  if (ws.rows.rank == task.m)
    std::fill(out.unique.begin(), out.unique.end(), static_cast<unsigned char>(1));
  else if (options.multipliers || options.diagnose) {
    ws.rows.find_dependence();
    ws.rows.find_unique(out.unique.data());
  }
  out.condition =
      options.diagnose ? ws.rows.condition() : (ws.rows.rank > 0 ? 1 / ws.rows.least_pivot : 1);
}

void fail(Status status, Instant& out) noexcept {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto* numbers : {&out.acceleration, &out.free_acceleration, &out.deviation, &out.misfit,
                        &out.force_newton, &out.force_lagrange, &out.force_coulomb,
                        &out.constraint_force, &out.multipliers, &out.residual})
    std::fill(numbers->begin(), numbers->end(), nan);
  std::fill(out.unique.begin(), out.unique.end(), static_cast<unsigned char>(0));
  out.gauss = out.condition = nan;
  out.rank = out.freedom = out.near_singular = 0;
  out.free_motion = false;
  out.verdict = Verdict::degenerate;
  out.inertia = {};
  out.null_direction.clear();
  out.status = status;
}

}  // namespace zwang::least
