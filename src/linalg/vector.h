// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plain sums in plain order, for vectors that are off the fast path.

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace zwang::linalg {

inline double dot(const double* x, const double* y, Index count) {
  double s = 0;
  for (Index i = 0; i < count; ++i) s += x[i] * y[i];
  return s;
}

/// Whether no entry is NaN or infinite.
inline bool all_finite(const double* x, Index count) {
  return std::all_of(x, x + count, [](double entry) { return std::isfinite(entry); });
}

inline double norm(const double* x, Index count) { return std::sqrt(dot(x, x, count)); }

}  // namespace zwang::linalg
