// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nodes of a polygon brought onto φ(t_k, x_k) = 0 with the least change, by Gauss and Newton. Held
// coordinates stay.

#include <vector>

#include "variation/node_rows.h"
#include "variation/polygon/polygon.h"

namespace zwang::variation {

class OntoRows {
 public:
  /// Roughly: the last step is one after which a second would hardly be seen.
  explicit OntoRows(const Polygon& polygon, bool roughly = false);

  /// The rows at a node, those that hold coordinates included, factored with −φ as the demand;
  /// false where they are no numbers. rows() says what they leave free.
  bool factor(Index k, const double* x) noexcept;
  NodeRows& rows() noexcept { return rows_; }

  /// False: the node does not get there, and is left wherever it was last.
  bool bring(Index k, double* x) noexcept;
  bool bring_all(double* x) noexcept;

 private:
  double distance() const noexcept;
  bool evaluate(Index k, const double* x) noexcept;
  void factor(Index k) noexcept;
  bool shorten(Index k, double* x) noexcept;

  const Polygon& polygon_;
  bool roughly_;
  NodeRows rows_;
  std::vector<double> phi_, A_, demand_, unit_, step_, trial_;
};

/// The directions η in which the nodes of a polygon can move along their rows: δx_k = Z_k η_k.
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
