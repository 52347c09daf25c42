// SPDX-License-Identifier: Apache-2.0
#pragma once
// Products of short vectors on the way of every step.

#include "base/index.h"

namespace zwang::bvp {

/// Σ a b in four sums side by side: one would wait for each of its terms.
inline double product(Index count, const double* a, const double* b) noexcept {
  double sum[4] = {};
  Index k = 0;
  for (; k + 4 <= count; k += 4)
    for (Index l = 0; l < 4; ++l) sum[l] += a[k + l] * b[k + l];
  for (; k < count; ++k) sum[0] += a[k] * b[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace zwang::bvp
