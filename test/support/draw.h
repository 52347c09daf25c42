// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random instants whose rank, redundancy and contradictions are known without rounding.

#include "support/random.h"

namespace zwang::test {

struct Drawn {
  System system;
  Index rank = 0;
  bool contradictory = false;  // exactly: the rank of (A b) exceeds that of A
  bool full_row_rank() const { return rank == system.m(); }
};

/// n ≤ largest, every rank, κ(M) ≤ 100, M diagonal, in blocks or full, C in a third of them.
Drawn draw(std::uint64_t seed, Index largest);

// Changes that must not change the motion (of rows that agree).
System permuted(const System& system, Random& random);
System with_scaled_rows(const System& system, Random& random);  // by 2^±30 ≈ 10^±9, exactly
System with_duplicate_rows(const System& system, Random& random);

/// The system in coordinates x', x = T x': M' = TᵀMT, Q' = TᵀQ, A' = A T, C' = TᵀC.
System in_coordinates(const System& system, const Matrix& T);

/// A product of shears by ±1 and of swaps: integers, determinant ±1, so that A T is exact.
Matrix integer_coordinates(Random& random, Index n);

}  // namespace zwang::test
