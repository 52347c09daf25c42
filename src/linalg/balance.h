// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of a matrix brought to one size by powers of two, which rounds nothing.

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace zwang::linalg {

/// The power of two that brings x into [1, 2), or as near as a double can; 1 for what has none.
inline double balance(double x) noexcept {
  return x > 0 && std::isfinite(x) ? std::ldexp(1.0, std::min(-std::ilogb(x), 1000)) : 1;
}

/// Row i of A (columns ld apart) times `factor`.
inline void scale_row(double* A, Index ld, Index columns, Index i, double factor) noexcept {
  if (factor != 1)
    for (Index j = 0; j < columns; ++j) A[j * ld + i] *= factor;
}

inline double largest_in_row(const double* A, Index ld, Index columns, Index i) noexcept {
  double largest = 0;
  for (Index j = 0; j < columns; ++j) {
    const double entry = std::fabs(A[j * ld + i]);
    if (entry > largest) largest = entry;
  }
  return largest;
}

}  // namespace zwang::linalg
