// SPDX-License-Identifier: Apache-2.0
#include "motion/contradiction.h"

#include <algorithm>
#include <vector>

#include "motion/kept_rows.h"

namespace zwang::motion {

bool contradicts_everywhere(RightSide& side, double t, const double* q, const double* v) {
  constexpr int states = 4;
  constexpr double share = 0.05;  // of the coordinates
  const Index n = side.equations().n;
  const std::size_t here = side.instant(t, q, v).rank;
  std::size_t rows = 0;
  for (const unsigned char acts : side.mode().acts) rows += acts;
  if (here == rows) return false;
  for (std::uint64_t seed = 1; seed <= states; ++seed) {
    std::vector<double> other(q, q + n), rates(v, v + n);
    draw_aside(seed, share, n, other.data(), rates.data());
    if (side.instant(t, other.data(), rates.data()).rank != here) return false;
  }
  return true;
}

}  // namespace zwang::motion
