// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything the methods write to, sized once for (n, m) and one set of options.

#include <vector>

#include "least/task.h"
#include "linalg/row_solver.h"
#include "zwang/instant.h"

namespace zwang::least {

struct Workspace {
  Workspace(Index n, Index m, const Options& options);

  /// Zeroes L and the vectors, whose padding a NaN may have reached.
  void clear() noexcept;

  Index n, m;
  Index ldn;  // n rounded up to whole registers: leading dimension of L, vectors

  // weigh: M = ± L Lᵀ, D = A L⁻ᵀ in lanes of `rows.X`, g = L⁻¹Q, c = L⁻¹C
  AlignedArray L, inverse;
  Mass mass = Mass::full;  // the layout that L was last used with
  linalg::RowSolver rows;  // lanes: the rows of A, then Q, then C
  AlignedArray g, c;       // ldn

  // the answer in weighed coordinates: u = Lᵀẍ, yL = L⁻¹F^L, yC = L⁻¹F^C
  AlignedArray u, yL, yC, a, delta;
  AlignedArray spare;

  struct Bellman {
    linalg::LaneQr columns;  // m rows; lanes: the columns of D, then the demands
    AlignedArray S, beta, alpha, reduced, f;
  } bellman;
  struct Null {
    AlignedArray tau, Z, P, H, free_mass, vectors;
    std::vector<Index> symmetric_order;
    std::vector<unsigned char> symmetric_pair;
  } null;
  struct Proximal {
    AlignedArray gram, damped, gram_inverse, dual;
  } proximal;
};

}  // namespace zwang::least
