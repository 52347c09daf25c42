// SPDX-License-Identifier: Apache-2.0
#pragma once
// What data cannot tell apart: directions of the unknowns along which nothing measured changes, and what they
// leave determined. Of the null directions d of the slopes by log x, the products Π x^α with α ⟂ d keep their
// value; of those by x itself, the sums Σ α x.

#include <functional>
#include <vector>

#include "base/index.h"

namespace zwang::estimate {

/// One that data do determine, of unknowns that they do not: whole exponents or factors, the rest 0.
struct Combination {
  bool product = true;         // Π x^α; else Σ α x
  std::vector<double> powers;  // by unknown
};

struct Determined {
  std::vector<unsigned char> free;        // by unknown: nothing determines it by itself
  std::vector<unsigned char> without;     // by unknown: nothing measured depends on it at all
  std::vector<Combination> combinations;  // of those that are free but not without
  bool named = true;                      // the combinations say all that is determined of them
  /// An orthonormal basis of what is determined, in units of `unit`: n × rank, and its singular values.
  std::vector<double> basis, values;
  std::vector<double> unit;  // by unknown; 0: without
  Index rank = 0;
};

/// J: m × n, column-major. `same` tells whether the residuals are the same at other unknowns, to rounding: a
/// combination is only named where a finite step along its null direction shows that it is one.
Determined look_for_combinations(Index m, Index n, const std::vector<double>& J,
                                 const std::vector<double>& x,
                                 const std::function<bool(const std::vector<double>&)>& same);

}  // namespace zwang::estimate
