// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns that are combined until they are orthonormal, the one with most left of it first, so that
// what is nearly lost comes last and spoils no other column.

#include "base/index.h"

namespace zwang::variation {

/// W ← W C (N × N, column-major) and C (N × N) ← how: the first columns orthonormal, as many as
/// have more left of them, when those before are taken out, than `least` times their `size` (N,
/// spoilt). Returns their number; what is left of the others stands behind them.
Index orthonormalise(Index N, double* W, double* C, double* size, double least) noexcept;

/// The first `count` of columns of length `rows` ← their product with C (count × count). `row`: count.
void combine_columns(Index rows, Index count, const double* C, double* columns,
                     double* row) noexcept;

/// R ← A B, all N × N, column-major; or AᵀB.
void multiply(Index N, const double* A, const double* B, double* R) noexcept;
void multiply_transposed(Index N, const double* A, const double* B, double* R) noexcept;

}  // namespace zwang::variation
