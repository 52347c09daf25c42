// SPDX-License-Identifier: Apache-2.0
#include "linalg/lane_qr.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::linalg {

LaneQr::LaneQr(Index rows, Index lanes, Index extra) {
  const Index ldx = round_up(std::max<Index>(lanes + extra, 1), kLane);
  const Index ldv = round_up(std::max<Index>(rows, 1), kLane);
  const Index steps = std::min(rows, lanes);
  X = AlignedArray(rows * ldx);
  V = AlignedArray(steps * ldv);
  gamma = AlignedArray(steps);
  scale = AlignedArray(ldx);
  norms = AlignedArray(ldx);
  exact = AlignedArray(ldx);
  w = AlignedArray(2 * ldx);
  order.assign(at(ldx), 0);
  view.rows = rows;
  view.lanes = lanes;
  view.X = X.data();
  view.ldx = ldx;
  view.V = V.data();
  view.ldv = ldv;
  view.gamma = gamma.data();
  view.scale = scale.data();
  view.norms = norms.data();
  view.exact = exact.data();
  view.w = w.data();
  view.order = order.data();
}

double LaneQr::pivot(Index k) const noexcept {
  return std::fabs(row(k)[k]) * std::sqrt(view.scale[k]);
}

void LaneQr::turn_in(Index rank, double* x) const noexcept {
  for (Index k = 0; k < rank; ++k) {
    const double* v = V.data() + k * view.ldv;
    const double t = gamma.data()[k] * dot(v + k, x + k, view.rows - k);
    for (Index i = k; i < view.rows; ++i) x[i] -= t * v[i];
  }
}

}  // namespace zwang::linalg
