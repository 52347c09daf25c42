// SPDX-License-Identifier: Apache-2.0
#include "least/rows.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/rank.h"
#include "linalg/tall_qr.h"

namespace zwang::least {

double row_tolerance(const Task& task, const Options& options) noexcept {
  return options.tolerance == RankTolerance::stepping ? linalg::stepping_tolerance()
                                                      : linalg::instant_tolerance(task.m, task.n);
}

bool vanished(const Task& task, Index j) noexcept {
  for (Index i = 0; i < task.n; ++i)
    if (task.A[j * task.n + i] != 0) return false;
  return true;
}

bool factor_rows(const Task& task, Workspace& ws) noexcept {
  linalg::RowQr& qr = ws.rows.view;
  qr.demand = ws.demand.data();
  qr.z = ws.z.data();
  for (Index j = 0; j < task.m; ++j) qr.demand[j] = task.b[j];
  qr.demand[task.m] = qr.demand[task.m + 1] = 0;  // the lanes of Q and C ask for nothing
  qr.tolerance = linalg::instant_tolerance(task.m, task.n);
  ws.rank = linalg::kernels().row_qr(qr);
  const Index last = ws.rank - 1;
  ws.least_pivot = ws.rank > 0 ? std::fabs(ws.rows.row(last)[last]) * std::sqrt(qr.scale[last]) : 1;
  bool in_range = true;
  for (Index j = ws.rank; j < task.m; ++j)
    in_range &= qr.scale[j] > 0 || vanished(task, qr.order[j]);
  for (Index j = 0; j < ws.rank; ++j) in_range &= qr.scale[j] < 1e290;
  return in_range;
}

Index count_near_singular(const Workspace& ws) noexcept {
  Index count = 0;
  for (Index k = 0; k < ws.rank; ++k) {
    const double pivot = std::fabs(ws.rows.row(k)[k]) * std::sqrt(ws.rows.view.scale[k]);
    count += pivot <= linalg::stepping_tolerance();
  }
  return count;
}

/// T (m × rank, column k = row k of R), each row times √weight where given, factored.
static linalg::TallQr factor_tall(const Task& task, Workspace& ws, const double* W) {
  const Index m = task.m, ldx = ws.rows.view.ldx;
  for (Index k = 0; k < ws.rank; ++k) {
    double* column = ws.T.data() + k * ldx;
    const double* row = ws.rows.row(k);
    for (Index j = 0; j < m; ++j) {
      const double weight = W ? std::sqrt(W[ws.rows.order[static_cast<std::size_t>(j)]]) : 1;
      column[j] = j < k ? 0 : weight * row[j];
    }
  }
  expects(ws.rank <= m);
  const linalg::TallQr tall = ws.tall(ws.rank);
  linalg::tall_qr(tall);
  return tall;
}

bool meet_rows(const Task& task, Workspace& ws, double size, double tolerance) noexcept {
  const linalg::RowQr& qr = ws.rows.view;
  if (ws.rank == task.m) return false;
  const double* b = task.b;
  const double* rest = ws.demand.data();
  double largest = size;
  for (Index j = 0; j < task.m; ++j)
    largest = std::fmax(largest, std::fabs(b[qr.order[j]]) * std::sqrt(qr.scale[j]));
  // Consistent: D D⁺b = b [XUMK94 31], seen on the rows that were not needed to find z.
  double norm2 = 0;
  for (Index k = 0; k < ws.rank; ++k) norm2 += ws.z.data()[k] * ws.z.data()[k];
  const double allowed = tolerance * (largest + std::sqrt(norm2));
  bool contradictory = false;
  for (Index j = ws.rank; j < task.m; ++j)
    contradictory |= qr.scale[j] > 0 ? std::fabs(rest[j]) * std::sqrt(qr.scale[j]) > allowed
                                     : rest[j] != 0;  // a vanished row asks for 0 = b
  if (!contradictory) return false;

  // ‖A ẍ − b‖ least in the norm of the rows as given [XUMK94 44]
  const linalg::TallQr tall = factor_tall(task, ws, task.W);
  double* rhs = ws.tall_rhs.data();
  for (Index j = 0; j < task.m; ++j) {
    const Index row = qr.order[j];
    rhs[j] = b[row] * (task.W ? std::sqrt(task.W[row]) : 1);
  }
  linalg::least_squares(tall, rhs, ws.z.data());
  return true;
}

void multipliers(const Task& task, Workspace& ws, double* lambda) noexcept {
  const linalg::RowQr& qr = ws.rows.view;
  double* x = ws.demand.data();
  if (ws.rank == task.m) {
    std::copy_n(ws.z_y.data(), ws.rank, x);
    std::fill_n(x + ws.rank, qr.ldx - ws.rank, 0.0);
    linalg::kernels().backward(qr, ws.rank, x);
  } else {
    const linalg::TallQr tall = factor_tall(task, ws, nullptr);
    std::copy_n(ws.z_y.data(), ws.rank, ws.tall_rhs.data());
    linalg::shortest(tall, ws.tall_rhs.data(), x);
  }
  for (Index j = 0; j < task.m; ++j) lambda[qr.order[j]] = x[j];
}

void find_dependence(const Task& task, Workspace& ws) noexcept {
  const linalg::RowQr& qr = ws.rows.view;
  const double tolerance = linalg::coefficient_tolerance(task.m, task.n, ws.least_pivot);
  for (Index j = ws.rank; j < task.m; ++j) {
    double* x = ws.dependence.data() + (j - ws.rank) * qr.ldx;
    for (Index k = 0; k < ws.rank; ++k) x[k] = ws.rows.row(k)[j];
    std::fill_n(x + ws.rank, qr.ldx - ws.rank, 0.0);
    linalg::kernels().backward(qr, ws.rank, x);
    for (Index k = 0; k < ws.rank; ++k)  // in equilibrated units: x_k s_k / s_j
      if (std::fabs(x[k]) * std::sqrt(qr.scale[j]) <= tolerance * std::sqrt(qr.scale[k])) x[k] = 0;
  }
}

void find_unique(const Task& task, const Workspace& ws, unsigned char* unique) noexcept {
  const linalg::RowQr& qr = ws.rows.view;
  for (Index k = 0; k < task.m; ++k) {
    bool only = k < ws.rank;
    for (Index j = ws.rank; only && j < task.m; ++j)
      only = ws.dependence.data()[(j - ws.rank) * qr.ldx + k] == 0;
    unique[qr.order[k]] = only;
  }
}

/// y ← R̂ᵀR̂ x or its inverse, R̂ = R11 with equilibrated columns; x has `rank` entries.
static void apply_gram(Workspace& ws, bool inverse, double* x, double* scratch) {
  const linalg::RowQr& qr = ws.rows.view;
  const Index r = ws.rank;
  const auto s = [&qr](Index k) { return std::sqrt(qr.scale[k]); };
  const auto R = [&ws](Index k, Index j) { return ws.rows.row(k)[j]; };
  if (inverse) {
    for (Index k = 0; k < r; ++k) {
      double t = x[k] / s(k);
      for (Index j = 0; j < k; ++j) t -= R(j, k) * scratch[j];
      scratch[k] = t / R(k, k);
    }
    for (Index k = r; k-- > 0;) {
      double t = scratch[k];
      for (Index j = k + 1; j < r; ++j) t -= R(k, j) * scratch[j];
      scratch[k] = t / R(k, k);
    }
    for (Index k = 0; k < r; ++k) x[k] = scratch[k] / s(k);
  } else {
    for (Index k = 0; k < r; ++k) {
      scratch[k] = 0;
      for (Index j = k; j < r; ++j) scratch[k] += R(k, j) * s(j) * x[j];
    }
    for (Index k = r; k-- > 0;) {
      x[k] = 0;
      for (Index j = 0; j <= k; ++j) x[k] += R(j, k) * scratch[j];
      x[k] *= s(k);
    }
  }
}

double estimate_condition(const Task&, Workspace& ws) noexcept {
  if (ws.rank == 0) return 1;
  double extreme[2] = {1, 1};
  double* x = ws.spare.data();
  double* scratch = x + ws.rows.view.ldx;
  for (int inverse = 0; inverse < 2; ++inverse) {
    // A start with every direction in it, the same on every machine.
    for (Index k = 0; k < ws.rank; ++k)
      x[k] = (k % 2 ? -1 : 1) * (1 + static_cast<double>(k * 7 % 11) / 11);
    for (int round = 0; round < 8; ++round) {
      double norm2 = 0;
      for (Index k = 0; k < ws.rank; ++k) norm2 += x[k] * x[k];
      const double norm = std::sqrt(norm2);
      for (Index k = 0; k < ws.rank; ++k) x[k] /= norm;
      apply_gram(ws, inverse != 0, x, scratch);
    }
    double norm2 = 0;
    for (Index k = 0; k < ws.rank; ++k) norm2 += x[k] * x[k];
    extreme[inverse] = std::sqrt(norm2);  // σ_max², then 1/σ_min²
  }
  return std::sqrt(extreme[0] * extreme[1]);
}

}  // namespace zwang::least
