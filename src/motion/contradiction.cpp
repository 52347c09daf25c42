// SPDX-License-Identifier: Apache-2.0
#include "motion/contradiction.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "motion/kept_rows.h"

namespace zwang::motion {

namespace {

/// The largest of positions and of rates, each divided by the size of its row.
struct Residue {
  double whole = 0;
  double outside = 0;  // of the range of A: no small change of the state can take it away
};

Residue residue_of(RightSide& side, double t, const double* q, const double* v) {
  const equations::Equations& equations = side.equations();
  equations::Workspace& numbers = side.numbers();
  Residue most;
  for (const bool rate : {false, true}) {
    numbers.evaluate(equations.projection, t, q, v);
    const double* const residual = rate ? numbers.rate() : numbers.residual();
    std::vector<double> wanted(equations.rows.size());
    std::vector<unsigned char> takes_part(equations.rows.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const equations::Row& row = equations.rows[i];
      takes_part[i] = side.mode().acts[i] && row.drift == equations::Drift::project &&
                      (rate ? equations.order == 2 && row.level != equations::Level::acceleration
                            : row.level == equations::Level::position);
      if (takes_part[i]) wanted[i] = -residual[i];
    }
    const double* const delta =  // [UK92 5c']
        side.kernel().least_change(numbers, wanted.data(), takes_part.data());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!takes_part[i]) continue;
      double left = -wanted[i], size = 0;
      for (Index k = equations.A.begin[i]; k < equations.A.begin[i + 1]; ++k) {
        const double a = numbers.A()[k];
        // What the least change leaves is the part outside of the range of A. [XUMK94 31]
        left += a * delta[equations.A.column[k]];
        size = std::max(size, std::abs(a));
      }
      if (!(size > 0)) size = 1;
      most.whole = std::max(most.whole, std::abs(wanted[i]) / size);
      most.outside = std::max(most.outside, std::abs(left) / size);
    }
  }
  return most;
}

}  // namespace

bool contradicts_everywhere(RightSide& side, double t, const double* q, const double* v) {
  constexpr int states = 4;
  constexpr double share = 0.05;  // of the coordinates
  const Index n = side.equations().n;
  const std::size_t here = side.instant(t, q, v).rank;
  std::size_t rows = 0;
  for (const unsigned char acts : side.mode().acts) rows += acts;
  if (here == rows) return false;
  // Rows may be redundant everywhere and yet not fight: a loop in space whose links are too short.
  constexpr double much = 0.1;
  const Residue at = residue_of(side, t, q, v);
  if (!(at.outside > much * at.whole)) return false;
  for (std::uint64_t seed = 1; seed <= states; ++seed) {
    std::vector<double> other(q, q + n), rates(v, v + n);
    draw_aside(seed, share, n, other.data(), rates.data());
    if (side.instant(t, other.data(), rates.data()).rank != here) return false;
    if (!(residue_of(side, t, other.data(), rates.data()).outside > much * at.whole)) return false;
  }
  return true;
}

}  // namespace zwang::motion
