// SPDX-License-Identifier: Apache-2.0
#pragma once
// Householder QR of a tall matrix of full column rank whose rows may differ in size by many
// orders: rows sorted by size, columns pivoted, so that each row's error is relative to that row
// (Cox and Higham, 1998). Serves least squares in the user's row norm, and minimum-norm
// multipliers.

#include <vector>

#include "base/aligned.h"

namespace zwang::linalg {

/// Views of arrays that the caller owns; column-major, column k at T + k·ld.
struct TallQr {
  Index rows = 0, columns = 0;  // rows ≥ columns = rank
  double* T = nullptr;          // in: the matrix; out: R above, reflectors below the diagonal
  Index ld = 0;
  double* gamma = nullptr;     // columns
  double* diagonal = nullptr;  // columns: R_kk
  Index* row_order = nullptr;  // rows: sorted position → row
  Index* column_order = nullptr;
  double* norms = nullptr;    // columns: squared lengths of the remainders
  double* exact = nullptr;    // columns: the same when last computed afresh
  double* scratch = nullptr;  // rows
};

/// Room for such a matrix and its factors, sized once.
struct TallRoom {
  TallRoom() = default;
  /// Columns ld ≥ rows apart.
  TallRoom(Index most_rows, Index most_columns, Index ld);

  /// The matrix is to be written into T, the rest is for tall_qr.
  TallQr of(Index row_count, Index column_count) noexcept;

  Index most_rows = 0, most_columns = 0, ld = 0;
  AlignedArray T, numbers;
  std::vector<Index> order;
};

/// The same of a matrix that is there, column-major without gaps; factored.
struct Tall {
  Tall(const std::vector<double>& matrix, Index row_count, Index column_count);

  TallRoom room;
  TallQr view;
};

/// Factors in place.
void tall_qr(const TallQr& qr) noexcept;

/// z = argmin ‖T z − b‖; b (rows, in the caller's row order) is overwritten.
void least_squares(const TallQr& qr, double* b, double* z) noexcept;

/// The shortest x with Tᵀx = z; z (columns) is overwritten.
void shortest(const TallQr& qr, double* z, double* x) noexcept;

/// x ← column k of the orthonormal basis U of T's range, T P = U R.
void basis_column(const TallQr& qr, Index k, double* x) noexcept;

}  // namespace zwang::linalg
