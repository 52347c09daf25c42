// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything the methods write to, sized once for (n, m) and one set of options.

#include <vector>

#include "base/aligned.h"
#include "least/task.h"
#include "linalg/lanes.h"
#include "linalg/tall_qr.h"
#include "zwang/instant.h"

namespace zwang::least {

/// A pivoted QR of lanes with the arrays it lives in.
struct LaneQr {
  AlignedArray X, V, gamma, scale, norms, exact, w;
  std::vector<Index> order;
  linalg::RowQr view;

  LaneQr() = default;
  /// `rows` rows of `lanes` pivotable lanes and `extra` lanes that are only transformed.
  LaneQr(Index rows, Index lanes, Index extra);

  double* row(Index i) { return X.data() + i * view.ldx; }
  const double* row(Index i) const { return X.data() + i * view.ldx; }
};

struct Workspace {
  Workspace(Index n, Index m, const Options& options);

  /// Zeroes L and the vectors, whose padding a NaN may have reached.
  void clear() noexcept;

  Index n, m;
  Index ldn;  // n rounded up to whole registers: leading dimension of L, vectors

  // weigh: M = ± L Lᵀ, D = A L⁻ᵀ in lanes of `rows.X`, g = L⁻¹Q, c = L⁻¹C
  AlignedArray L, inverse;
  Mass mass = Mass::full;  // the layout that L was last used with
  LaneQr rows;             // n rows; lanes: the rows of A, then Q, then C
  Index rank = 0;
  double least_pivot = 1;  // |R_rr|·√scale of the last independent row
  AlignedArray g, c;       // ldn

  // the answer in weighed coordinates: u = Lᵀẍ, yL = L⁻¹F^L, yC = L⁻¹F^C
  AlignedArray u, yL, yC, a, delta;

  // lanes
  AlignedArray demand, z, z_y;  // ldx
  AlignedArray dependence;      // (m) × ldx: coefficients of each dependent lane

  // least squares and minimum norm on the independent rows: T, m × columns, ldx apart
  linalg::TallQr tall(Index column_count);
  AlignedArray T, tall_gamma, tall_diagonal, tall_norms, tall_exact, tall_scratch, tall_rhs;
  std::vector<Index> tall_rows, tall_columns;

  // bellman
  LaneQr columns;  // m rows; lanes: the columns of D, then the demands
  AlignedArray S, beta, alpha, reduced, f, spare;

  // nullspace
  AlignedArray tau, Z, P, H, free_mass, vectors;
  std::vector<Index> symmetric_order;
  std::vector<unsigned char> symmetric_pair;

  // proximal
  AlignedArray gram, damped, gram_inverse, dual;
};

}  // namespace zwang::least
