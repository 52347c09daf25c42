// SPDX-License-Identifier: Apache-2.0
#pragma once
// The directions η in which the nodes of a polygon can move along their rows: δx_k = Z_k η_k.

#include <vector>

#include "variation/polygon/onto_rows.h"

namespace zwang::variation {

struct Tangents {
  Index n = 0;
  std::vector<Index> free;   // of each node: columns of Z_k
  std::vector<Index> begin;  // nodes + 1: where η_k begins, and how many there are in all
  std::vector<double> Z;     // column after column: that of η_j at j·n

  Index unknowns() const { return begin.back(); }
  const double* column(Index j) const { return Z.data() + j * n; }

  /// dx ← Z η.
  void lift(const double* eta, double* dx) const noexcept;
  /// η ← Zᵀ g.
  void reduce(const double* g, double* eta) const noexcept;
};

/// False where the rows are no numbers.
bool find_tangents(const Polygon& polygon, const double* x, OntoRows& onto, Tangents& tangents);

}  // namespace zwang::variation
