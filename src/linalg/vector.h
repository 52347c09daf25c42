// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plain sums in plain order, for vectors that are off the fast path.

#include <algorithm>
#include <cmath>
#include <span>

#include "base/index.h"

namespace zwang::linalg {

inline double dot(const double* x, const double* y, Index count) {
  double s = 0;
  for (Index i = 0; i < count; ++i) s += x[i] * y[i];
  return s;
}

/// The largest |x_i|; 0 where there are none, and where they are no numbers.
inline double largest(const double* x, Index count) {
  double most = 0;
  for (Index i = 0; i < count; ++i) most = std::max(most, std::abs(x[i]));
  return most;
}
inline double largest(std::span<const double> x) {
  return largest(x.data(), static_cast<Index>(x.size()));
}

/// Whether no entry is NaN or infinite.
inline bool all_finite(const double* x, Index count) {
  return std::all_of(x, x + count, [](double entry) { return std::isfinite(entry); });
}
inline bool all_finite(std::span<const double> x) {
  return all_finite(x.data(), static_cast<Index>(x.size()));
}

inline double norm(const double* x, Index count) { return std::sqrt(dot(x, x, count)); }

/// Whether every entry is 0.
inline bool vanishes(const double* x, Index count) {
  return std::all_of(x, x + count, [](double entry) { return entry == 0; });
}

}  // namespace zwang::linalg
