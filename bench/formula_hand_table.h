// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of hand-written functions, for the two files that compile it with options of their own.

#include <cstddef>

#include "formula_hand.h"
#include "support/by_hand.h"

namespace bench {
namespace {

namespace hand = zwang::test::by_hand;

// Told that rows and state do not overlap, the compiler keeps what it has read.
void distances(std::size_t count, const double* __restrict x, double* __restrict rows) {
  const double *q = x, *v = x + 3 * (count + 1);
  for (std::size_t i = 0; i < count; ++i, q += 3, v += 3, rows += 7) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double apart = 2 * (q[k] - q[k + 3]), rate = v[k] - v[k + 3];
      rows[k] = apart;
      rows[k + 3] = -apart;
      sum += rate * rate;
    }
    rows[6] = -2 * sum;
  }
}

constexpr Hand hand_table(const char* form) {
  return {form,
          hand::double_pendulum,
          hand::planar_chain<5>,
          hand::planar_chain<10>,
          hand::planar_chain<30>,
          [](const double* x, double* out) { hand::particle_chain(20, x, out); },
          hand::andrews_squeezer,
          distances};
}

}  // namespace
}  // namespace bench
