// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random systems (M, Q, A, b) of one size and rank, and pools of them: every contestant walks
// through the same pool, so that no branch can be learnt by heart.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

struct Size {
  std::size_t n = 0;  // coordinates
  std::size_t m = 0;  // rows
  std::size_t r = 0;  // rank of A, r ≤ m ≤ n
};

/// One system, A in both orders so that nobody has to transpose. M is exactly symmetric.
struct System {
  Size size;
  std::vector<double> M;          // n·n
  std::vector<double> Q;          // n
  std::vector<double> A_rows;     // m·n, row-major
  std::vector<double> A_columns;  // m·n, column-major
  std::vector<double> b;          // m, in the range of A
};

using Pool = std::vector<System>;

/// M = I + GGᵀ/n, A full or the product of m×r and r×n factors, entries uniform in [-1, 1).
System random_system(Size size, std::uint64_t seed);

/// `count` different systems of one size.
Pool random_pool(Size size, std::size_t count);

/// Relative rank tolerance that every rank-revealing contestant is given: 10·max(m,n)·eps.
double rank_tolerance(Size size);

}  // namespace bench
