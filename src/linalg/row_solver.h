// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of any rank, D y = b, by a pivoted QR of Dᵀ with rows equilibrated for the one rule that
// decides rank: which rows are independent, what they ask for, which multipliers belong to them.
// Lane k was row order[k], the first `rank` lanes are independent, R11 is their triangle, and
// [R11 R12] = Tᵀ are the rows in the coordinates of the reflectors.
//
// One solver for all who have rows: dense instants, weighed rows of trees, their derivatives.

#include "linalg/lane_qr.h"
#include "linalg/tall_qr.h"

namespace zwang::linalg {

struct RowSolver : LaneQr {
  RowSolver() = default;
  /// m rows of n numbers, and `extra` lanes that are transformed with them.
  RowSolver(Index n, Index m, Index extra);
  /// Room for damp().
  void make_room_to_damp();
  /// Zeroes what a NaN may have reached.
  void clear() noexcept;

  Index n() const noexcept { return view.rows; }
  Index m() const noexcept { return view.lanes; }

  /// Factors the lanes of X, row i of which holds D_1i … D_mi: sets `rank` and `least_pivot`, and z
  /// with R11ᵀz = b on the independent rows. False where the square of an independent row's length
  /// leaves double's range.
  bool factor(const double* b) noexcept;
  /// How many of the independent rows the stepping tolerance would cut.
  Index near_singular() const noexcept;
  /// Whether the dependent rows ask for something else than z by more than `tolerance`, relative to b
  /// and to `size`, that of the free motion; z is then the least-squares answer in the norm of the
  /// rows as given, times the square roots of the weights W unless null.
  bool meet(const double* b, const double* W, double size, double tolerance) noexcept;
  /// z for rows of which some are near-singular: ten damped steps from Q_Hᵀg, the free motion in the
  /// first lane behind the rows. Directions well above the damping are met to rounding, those far
  /// below it are left as in free motion, and the passage between is smooth, so that an integrator may
  /// cross a singular pose.
  void damp(const double* b) noexcept;

  /// λ of minimum norm with Tᵀλ = z_y, in the order of the rows as given.
  void share(double* lambda) noexcept;
  /// dependence, row j − rank: lane j = Σ_k dependence[k]·lane k, k < rank; entries that are rounding
  /// are 0.
  void find_dependence() noexcept;
  /// unique[i] = 1 where λ_i has only one value; needs find_dependence.
  void find_unique(unsigned char* unique) const noexcept;
  /// κ of the equilibrated independent rows, by power iteration from both ends of the spectrum.
  double condition() noexcept;

  void solve_upper(double* x) const noexcept;  // R11 x = b, in place
  void solve_lower(double* x) const noexcept;  // R11ᵀx = b, in place
  /// T (m × rank), each row times √W where given, factored.
  TallQr tall(const double* W) noexcept;

  Index rank = 0;
  double least_pivot = 1;           // of the last independent row
  AlignedArray demand, z, z_y;      // lanes; z_y: the part of the answer that λ makes
  AlignedArray dependence;          // m × ldx
  TallRoom tall_room;               // m × min(m, n)
  AlignedArray side, spare;         // lanes
  AlignedArray gram, gram_inverse;  // of damp()
};

}  // namespace zwang::linalg
