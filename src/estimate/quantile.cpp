// SPDX-License-Identifier: Apache-2.0
#include "estimate/quantile.h"

#include <cmath>
#include <initializer_list>

namespace zwang::estimate {

namespace {

// Lentz's evaluation of the continued fraction of the incomplete beta function (Abramowitz, Stegun 26.5.8).
double fraction(double a, double b, double x) {
  const double tiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < tiny ? tiny : d);
  double result = d;
  for (int k = 1; k < 500; ++k) {
    const double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
    const double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
    double change = 1;
    for (const double term : {even, odd}) {
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (std::abs(d) < tiny ? tiny : d);
      c = std::abs(c) < tiny ? tiny : c;
      change = c * d;
      result *= change;
    }
    if (std::abs(change - 1) < 1e-15) break;
  }
  return result;
}

// I_x(a, b).
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a
                                   : 1 - front * fraction(b, a, 1 - x) / b;
}

}  // namespace

double student_within(double x, double freedom) {
  if (!std::isfinite(freedom) || freedom > 1e6) return std::erf(x / std::sqrt(2.0));
  return 1 - incomplete_beta(freedom / 2, 0.5, freedom / (freedom + x * x));
}

double student_quantile(double probability, double freedom) {
  double low = 0, high = 2;
  while (student_within(high, freedom) < probability && high < 1e9) high *= 2;
  for (int k = 0; k < 200 && high - low > 1e-14 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (student_within(middle, freedom) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double chi_squared_beyond(double x, double freedom) {
  const double v = 2 / (9 * freedom);
  return 0.5 * std::erfc((std::cbrt(x / freedom) - (1 - v)) / std::sqrt(2 * v));
}

}  // namespace zwang::estimate
