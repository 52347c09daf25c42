// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the formulas are raced against: the same numbers by hand-written C++, compiled twice.

#include <cstddef>

namespace bench {

/// [M, Q, A, b] of a mechanism from x = (q, v), in the order of test/support/mechanisms.h.
using HandWritten = void (*)(const double* x, double* out);

/// Row i keeps particles i and i + 1 at their distance: A's six entries that are not 0, then b.
/// x is (q, v) of count + 1 particles; rows are 7 numbers each.
using HandWrittenRows = void (*)(std::size_t count, const double* x, double* rows);

struct Hand {
  const char* form;
  HandWritten double_pendulum, chain_5, chain_10, chain_30, particles_20, andrews;
  HandWrittenRows distances;
};

extern const Hand hand_contracted;  // a·b + c rounded once, as the target machine likes it
extern const Hand hand_fast_math;   // and sums in any order

}  // namespace bench
