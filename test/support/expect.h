// SPDX-License-Identifier: Apache-2.0
#pragma once
// Comparisons that say by how much, and of what.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/system.h"

namespace zwang::test {

inline double norm_of(const Vector& v) { return v.size() ? v.stableNorm() : 0; }

/// ‖x − y‖ ≤ tolerance; NaN fails.
inline ::testing::AssertionResult near(const Vector& x, const Vector& y, double tolerance) {
  if (x.size() != y.size())
    return ::testing::AssertionFailure() << "sizes " << x.size() << " and " << y.size();
  const double off = norm_of(x - y);
  if (off <= tolerance) return ::testing::AssertionSuccess();
  auto result = ::testing::AssertionFailure() << "off by " << off << ", allowed " << tolerance;
  if (x.size() <= 12) result << ": (" << x.transpose() << ") for (" << y.transpose() << ")";
  return result;
}

inline ::testing::AssertionResult near(const std::vector<double>& x, const Vector& y,
                                       double tolerance) {
  return near(vec(x), y, tolerance);
}

inline ::testing::AssertionResult near(const std::vector<double>& x, const std::vector<double>& y,
                                       double tolerance) {
  return near(vec(x), vec(y), tolerance);
}

inline ::testing::AssertionResult near(const Matrix& x, const Matrix& y, double tolerance) {
  if (x.rows() != y.rows() || x.cols() != y.cols())
    return ::testing::AssertionFailure() << "shapes differ";
  const double off = x.size() ? (x - y).norm() : 0;
  if (off <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "off by " << off << ", allowed " << tolerance;
}

/// For SCOPED_TRACE: what to give the generator to see the failure again.
inline std::string seeded(std::uint64_t seed, const System& s) {
  return "seed " + std::to_string(seed) + ": n = " + std::to_string(s.n()) +
         ", m = " + std::to_string(s.m());
}

inline bool finite(const std::vector<double>& v) {
  for (double x : v)
    if (!std::isfinite(x)) return false;
  return true;
}

}  // namespace zwang::test
