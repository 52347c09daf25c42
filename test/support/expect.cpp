// SPDX-License-Identifier: Apache-2.0
#include "support/expect.h"

#include <cmath>

namespace zwang::test {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

double norm_of(const Vector& v) { return v.size() ? v.stableNorm() : 0; }

AssertionResult near(const Vector& x, const Vector& y, double tolerance) {
  if (x.size() != y.size())
    return AssertionFailure() << "sizes " << x.size() << " and " << y.size();
  const double off = norm_of(x - y);
  if (off <= tolerance) return AssertionSuccess();
  auto result = AssertionFailure() << "off by " << off << ", allowed " << tolerance;
  if (x.size() <= 12) result << ": (" << x.transpose() << ") for (" << y.transpose() << ")";
  return result;
}

AssertionResult near(const std::vector<double>& x, const Vector& y, double tolerance) {
  return near(vec(x), y, tolerance);
}

AssertionResult near(const std::vector<double>& x, const std::vector<double>& y, double tolerance) {
  return near(vec(x), vec(y), tolerance);
}

AssertionResult near(const Matrix& x, const Matrix& y, double tolerance) {
  if (x.rows() != y.rows() || x.cols() != y.cols()) return AssertionFailure() << "shapes differ";
  const double off = x.size() ? (x - y).norm() : 0;
  if (off <= tolerance) return AssertionSuccess();
  return AssertionFailure() << "off by " << off << ", allowed " << tolerance;
}

std::string seeded(std::uint64_t seed, const System& s) {
  return "seed " + std::to_string(seed) + ": n = " + std::to_string(s.n()) +
         ", m = " + std::to_string(s.m());
}

bool finite(const std::vector<double>& v) {
  for (double x : v)
    if (!std::isfinite(x)) return false;
  return true;
}

}  // namespace zwang::test
