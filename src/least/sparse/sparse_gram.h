// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ĝ = D̂D̂ᵀ of sparse rows.

#include "least/sparse/sparse_rows.h"

namespace zwang::least {

/// Which rows share a column: the strict lower triangle of D Dᵀ.
SparsePattern gram_pattern(const SparsePattern& D);

/// Its entries in the order of the pattern, and the diagonal. `scattered`: n zeros, which it leaves so.
void fill_gram(const SparseRows& D, const SparsePattern& gram, double* scattered, double* G,
               double* diagonal) noexcept;

}  // namespace zwang::least
