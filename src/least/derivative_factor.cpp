// SPDX-License-Identifier: Apache-2.0
// The factorisations behind least/derivative.h: of the weighed rows where M is definite, of the
// rows in scaled coordinates and of ZᵀMZ where it is not.

#include <algorithm>
#include <cmath>

#include "least/derivative.h"
#include "least/rows.h"
#include "least/scale.h"
#include "least/weigh.h"
#include "linalg/rank.h"

namespace zwang::least {

Derivative::Derivative(Index n, Index m) : ws_(n, m, Options{}) {
  const Index ldn = ws_.ldn, ldx = ws_.rows.view.ldx;
  blocks_.reserve(static_cast<std::size_t>(n));
  rotated_ = AlignedArray(n * ldn);
  weight_ = AlignedArray(m);
  for (AlignedArray* vector : {&omega_, &other_, &free_, &spare_})
    *vector = AlignedArray(ldn + ldx + linalg::kLane);
  demand_ = AlignedArray(ldx + ldn);
}

bool Derivative::factor(const Task& task, RankTolerance tolerance) noexcept {
  for (AlignedArray* vector : {&omega_, &other_, &free_, &spare_, &demand_})
    std::fill_n(vector->data(), vector->size(), 0.0);
  keep(task);
  const bool found =
      factor_weighed(task, tolerance) || (sign_ == 0 && factor_null(task, tolerance));
  if (!found) {
    ws_.clear();  // a NaN may have reached the padding
    ws_.rows.rank = 0;
  }
  return found;
}

/// The cut of M and the weights. Blocks of no coordinates are left out: there may be more of them
/// than there is room for.
void Derivative::keep(const Task& task) noexcept {
  blocks_.clear();
  for (Index k = 0; k < task.block_count; ++k)
    if (task.blocks[k] > 0) blocks_.push_back(task.blocks[k]);
  shape_ = {};
  shape_.n = task.n;
  shape_.m = task.m;
  shape_.mass = task.mass;
  shape_.M = rotated_.data();  // never read
  shape_.blocks = blocks_.data();
  shape_.block_count = static_cast<Index>(blocks_.size());
  for (Index j = 0; j < task.m; ++j) weight_.data()[j] = task.W ? std::sqrt(task.W[j]) : 1;
}

bool Derivative::factor_weighed(const Task& task, RankTolerance tolerance) noexcept {
  sign_ = weigh(task, ws_);
  return sign_ != 0 && factor_lanes(task, tolerance);
}

/// The rows, pivots that the tolerance cuts left out: the order of pivots does not depend on it, so
/// that the first reflectors stand for a factorisation that stopped there.
bool Derivative::factor_lanes(const Task& task, RankTolerance tolerance) noexcept {
  if (!factor_rows(task, ws_)) return false;
  if (tolerance == RankTolerance::stepping) ws_.rows.rank -= ws_.rows.near_singular();
  if (ws_.rows.rank == task.m) return true;
  tall_ = ws_.rows.tall(task.W);
  return true;
}

/// Q_hᵀ(τMτ)Q_h, column by column.
void Derivative::fill_rotated_mass(const Task& task) noexcept {
  const Index n = task.n;
  double *unit = omega_.data(), *tau = ws_.null.tau.data();
  for (Index k = 0; k < n; ++k) {
    double* column = rotated_.data() + k * ws_.ldn;
    std::fill_n(unit, ws_.ldn, 0.0);
    unit[k] = 1;
    linalg::kernels().apply_reflectors(ws_.rows.view, ws_.rows.rank, &unit, 1);
    scaled_mass_times(task, tau, unit, spare_.data(), column);
    ws_.rows.turn_in(ws_.rows.rank, column);
  }
}

bool Derivative::factor_null(const Task& task, RankTolerance tolerance) noexcept {
  double* tau = ws_.null.tau.data();
  scale_coordinates(task, tau);
  for (Index i = 0; i < task.n; ++i) {
    double* lanes = ws_.rows.row(i);
    std::fill_n(lanes, ws_.rows.view.ldx, 0.0);
    for (Index j = 0; j < task.m; ++j) lanes[j] = task.A[j * task.n + i] * tau[i];
  }
  if (!factor_lanes(task, tolerance)) return false;
  fill_rotated_mass(task);
  const Index r = ws_.rows.rank, free = task.n - r, ldn = ws_.ldn;
  double* H = ws_.null.H.data();
  for (Index k = 0; k < free; ++k)
    for (Index i = k; i < free; ++i)  // both triangles from one: symmetric to the last bit
      H[k * ldn + i] = H[i * ldn + k] = rotated_.data()[(r + k) * ldn + r + i];
  // τMτ has entries of size 1, and Q_h is orthogonal: what is small is small against 1.
  H_.general = {free,
                H,
                ldn,
                ws_.null.symmetric_order.data(),
                ws_.null.symmetric_pair.data(),
                linalg::mass_tolerance(task.n),
                1.0};
  H_.L = ws_.L.data();
  H_.inverse = ws_.inverse.data();
  linalg::factor_any(H_);
  return H_.inertia.zero == 0;
}

}  // namespace zwang::least
