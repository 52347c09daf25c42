// SPDX-License-Identifier: Apache-2.0
#include "least/weigh.h"

#include <cmath>

#include "linalg/rank.h"

namespace zwang::least {

/// Lanes of coordinate i: A_1i … A_mi, Q_i, C_i. Eight rows of A at a time, so that whole cache
/// lines are written.
static void fill_lanes(const Task& task, double sign, Workspace& ws) {
  const Index n = task.n, m = task.m, ldx = ws.rows.view.ldx;
  double* X = ws.rows.X.data();
  Index j = 0;
  for (; j + 8 <= m; j += 8) {
    const double* A = task.A + j * n;
    for (Index i = 0; i < n; ++i)
      for (Index k = 0; k < 8; ++k) X[i * ldx + j + k] = A[k * n + i];
  }
  for (Index i = 0; i < n; ++i) {
    double* lanes = X + i * ldx;
    for (Index k = j; k < m; ++k) lanes[k] = task.A[k * n + i];
    lanes[m] = sign * task.Q[i];
    lanes[m + 1] = task.C ? sign * task.C[i] : 0;
  }
}

static bool weigh_diagonal(const Task& task, double sign, Workspace& ws) {
  const Index ldx = ws.rows.view.ldx;
  for (Index i = 0; i < task.n; ++i) {
    const double M_i = sign * task.M[i];
    if (!(M_i > 0)) return false;
    ws.L.data()[i] = std::sqrt(M_i);
    const double inverse = 1 / ws.L.data()[i];
    ws.inverse.data()[i] = inverse;
    double* lanes = ws.rows.row(i);
    for (Index k = 0; k < ldx; ++k) lanes[k] *= inverse;
  }
  return true;
}

/// Whether pivot j of a block is more than rounding. An error of n·eps in M, in units of its
/// diagonal, changes the pivot by up to n·eps (1 + Σ|w_i|)², where w says how column j follows
/// from those before it; that is worked out only where the pivot is small.
static bool pivot_counts(Index j, const double* L, Index ldl, const double* inverse,
                         const double* M, Index size, double tolerance, double* w) {
  // 1/L_jj² · M_jj: the diagonal entry in units of the pivot.
  if (inverse[j] * inverse[j] * std::fabs(M[j * size + j]) < 1e8) return true;
  const auto length = [M, size](Index i) { return std::sqrt(std::fabs(M[i * size + i])); };
  const double pivot = 1 / (inverse[j] * length(j));
  for (Index i = 0; i < j; ++i) w[i] = L[i * ldl + j];
  double sum = 1;
  for (Index i = j; i-- > 0;) {
    for (Index k = i + 1; k < j; ++k) w[i] -= L[i * ldl + k] * w[k];
    w[i] *= inverse[i];
    sum += std::fabs(w[i]) * length(i) / length(j);
  }
  return pivot * pivot > tolerance * sum * sum;
}

static bool weigh_blocks(const Task& task, double sign, Workspace& ws) {
  const linalg::Kernels& kernels = linalg::kernels();
  const double tolerance = linalg::mass_tolerance(task.n);
  bool definite = true;
  for_each_block(task, [&](Index first, Index size, const double* M) {
    if (!definite) return;
    double* L = ws.L.data() + first * ws.ldn;
    for (Index j = 0; j < size; ++j) {
      double* column = L + j * ws.ldn;
      for (Index i = j; i < size; ++i) column[i] = sign * M[j * size + i];
      if (task.mass == Mass::full) continue;  // what lies around is zero already, and stays so
      for (Index i = size; i < round_up(size, linalg::kLane); ++i) column[i] = 0;
      for (Index i = 0; i < j; ++i) column[i] = 0;  // another cut may have left its factor here
    }
    definite = kernels.factor(size, L, ws.ldn, ws.rows.row(first), ws.rows.view.ldx,
                              ws.inverse.data() + first, tolerance) == size;
    for (Index j = 0; definite && j < size; ++j)
      definite = pivot_counts(j, L, ws.ldn, ws.inverse.data() + first, M, size, tolerance,
                              ws.spare.data());
  });
  return definite;
}

// D = A M^(-1/2) [FKNU05 2], with L in the place of the root.
int weigh(const Task& task, Workspace& ws) noexcept {
  if (task.n == 0) return 1;
  if (task.mass != ws.mass) {
    for (Index i = 0; i < ws.L.size(); ++i) ws.L.data()[i] = 0;
    ws.mass = task.mass;
  }
  const double sign = task.M[0] < 0 ? -1 : 1;  // a definite matrix shows its sign anywhere
  fill_lanes(task, sign, ws);
  const bool definite =
      task.mass == Mass::diagonal ? weigh_diagonal(task, sign, ws) : weigh_blocks(task, sign, ws);
  if (!definite) return 0;
  for (Index i = 0; i < task.n; ++i) {
    ws.g.data()[i] = ws.rows.row(i)[task.m];
    ws.c.data()[i] = ws.rows.row(i)[task.m + 1];
  }
  return sign < 0 ? -1 : 1;
}

void unweigh(const Task& task, Workspace& ws, double* const* vectors, Index count) noexcept {
  if (task.mass == Mass::diagonal) {
    for (Index q = 0; q < count; ++q)
      for (Index i = 0; i < task.n; ++i) vectors[q][i] *= ws.inverse.data()[i];
    return;
  }
  for_each_block(task, [&](Index first, Index size, const double*) {
    double* shifted[3] = {};
    for (Index q = 0; q < count; ++q) shifted[q] = vectors[q] + first;
    if (size > 0)
      linalg::kernels().back_substitute(size, ws.L.data() + first * ws.ldn, ws.ldn,
                                        ws.inverse.data() + first, shifted, count);
  });
}

void weigh_back(const Task& task, Workspace& ws, const double* y, double* f) noexcept {
  if (task.mass == Mass::diagonal) {
    for (Index i = 0; i < task.n; ++i) f[i] = ws.L.data()[i] * y[i];
    return;
  }
  for_each_block(task, [&](Index first, Index size, const double*) {
    linalg::kernels().multiply(size, ws.L.data() + first * ws.ldn, ws.ldn, y + first, f + first);
  });
}

}  // namespace zwang::least
