// SPDX-License-Identifier: Apache-2.0
#include "ode/power.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace zwang::ode {

namespace {

/// ln m = 2 artanh((m − 1)/(m + 1)) for m in [√½, √2]: |s| < 0.172, so that 11 terms of its series
/// leave 0.172^23/23, below rounding.
double log_near_one(double m) noexcept {
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * s * sum;
}

/// e^x for |x| ≤ ½ ln 2: 14 terms leave 0.35^15/15!, below rounding.
double exp_near_zero(double x) noexcept {
  double sum = 1;
  for (int k = 14; k >= 1; --k) sum = 1 + sum * x / k;
  return sum;
}

}  // namespace

double power(double x, double p) noexcept {
  const double infinity = std::numeric_limits<double>::infinity();
  if (x == 0) return p > 0 ? 0 : p < 0 ? infinity : 1;
  if (x == infinity) return p > 0 ? infinity : p < 0 ? 0 : 1;
  if (!(x > 0)) return std::numeric_limits<double>::quiet_NaN();
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --exponent;
  }
  // x^p = 2^(p·exponent) e^(p ln m); the whole part of the first exponent is exact.
  const double twos = p * exponent, whole = std::round(twos);
  return std::ldexp(
      exp_near_zero((twos - whole) * std::numbers::ln2) * exp_near_zero(p * log_near_one(m)),
      static_cast<int>(whole));
}

}  // namespace zwang::ode
