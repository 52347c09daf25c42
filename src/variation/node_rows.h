// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows A δ = d at one point of a curve, factored by the rank rule: what they leave free, the
// shortest δ that meets them, and multipliers. Rows may repeat each other, in any units. A single row,
// the most frequent case, needs no factors: it counts unless it vanishes.

#include <vector>

#include "linalg/lane_qr.h"

namespace zwang::variation {

class NodeRows {
 public:
  /// For n unknowns and up to `most` rows.
  NodeRows(Index n, Index most);

  /// A: count × n, row-major. d: count, or null: all zero. Points are near their rows, not on
  /// them: rows that repeat others there look independent by that much.
  void factor(const double* A, const double* d, Index count) noexcept;

  Index rank() const noexcept { return rank_; }
  Index free() const noexcept { return n_ - rank_; }

  /// δ ← of all that meet the independent rows the shortest.
  void shortest(double* delta) noexcept;
  /// How much the dependent rows still ask for, as a distance; ∞ where a row has vanished and asks.
  double unmet() const noexcept;
  /// Z ← n × free, column after column: orthonormal, A Z = 0.
  void null_basis(double* Z) noexcept;
  /// λ ← Aᵀλ = g as far as g is in the range; zero for dependent rows.
  void multipliers(const double* g, double* lambda) noexcept;

 private:
  void take_one(const double* A, double d) noexcept;

  bool one_ = false;           // a single row
  double length_ = 0;          // of it
  std::vector<double> along_;  // it, of length 1
  Index n_, count_ = 0, rank_ = 0;
  linalg::LaneQr qr_;
  AlignedArray demand_, z_, x_;
};

}  // namespace zwang::variation
