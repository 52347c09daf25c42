// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plain sums in plain order, for vectors that are off the fast path.

#include <cmath>

#include "base/index.h"

namespace zwang::linalg {

inline double dot(const double* x, const double* y, Index count) {
  double s = 0;
  for (Index i = 0; i < count; ++i) s += x[i] * y[i];
  return s;
}

inline double norm(const double* x, Index count) { return std::sqrt(dot(x, x, count)); }

}  // namespace zwang::linalg
