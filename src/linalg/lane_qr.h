// SPDX-License-Identifier: Apache-2.0
#pragma once
// A pivoted QR of lanes with the arrays that it lives in.

#include <vector>

#include "base/aligned.h"
#include "linalg/lanes.h"

namespace zwang::linalg {

struct LaneQr {
  AlignedArray X, V, gamma, scale, norms, exact, w;
  std::vector<Index> order;
  RowQr view;

  LaneQr() = default;
  /// `rows` rows of `lanes` pivotable lanes and `extra` lanes that are only transformed.
  LaneQr(Index rows, Index lanes, Index extra);

  double* row(Index i) { return X.data() + i * view.ldx; }
  const double* row(Index i) const { return X.data() + i * view.ldx; }

  /// |R_kk|, rows equilibrated: how far pivot k stands out from those before it.
  double pivot(Index k) const noexcept;
  /// x ← Q_Hᵀx: the first `rank` reflectors in the order of their making.
  void turn_in(Index rank, double* x) const noexcept;
};

}  // namespace zwang::linalg
