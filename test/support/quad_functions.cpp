// SPDX-License-Identifier: Apache-2.0
#include "support/quad_functions.h"

#include <cmath>
#include <limits>

namespace zwang::test::in_quad {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double negligible = 1e-40;  // of a term of a series, against its sum

bool finite(Quad x) { return std::isfinite(static_cast<double>(x)); }

/// Σ x^(2k+1)/(2k+1), with alternating signs for atan and without for atanh; |x| well below 1.
Quad inverse_tangent_series(Quad x, int sign) {
  Quad power = x, sum = 0;
  for (int k = 1; absolute(power) > negligible * absolute(sum); k += 2) {
    sum += power / k;
    power *= sign * x * x;
  }
  return sum;
}

Quad pi() {  // Machin
  static const Quad value =
      4 * (4 * inverse_tangent_series(Quad(1) / 5, -1) - inverse_tangent_series(Quad(1) / 239, -1));
  return value;
}

Quad log_2() {  // 2 artanh 1/3
  static const Quad value = 2 * inverse_tangent_series(Quad(1) / 3, 1);
  return value;
}

/// Σ over k = first, first + step, … of sign^… x^k / k!: exp (0, 1), cosine (0, 2), sine (1, 2).
Quad exponential_series(Quad x, int first, int step, int sign) {
  Quad term = first == 0 ? Quad(1) : x, sum = 0;
  for (int k = first; absolute(term) > negligible * absolute(sum); k += step) {
    sum += term;
    for (int i = 1; i <= step; ++i) term *= x / (k + i);
    term *= sign;
  }
  return sum;
}

/// sin(x + quarter·π/2).
Quad sine(Quad x, long quarter) {
  if (!finite(x)) return nan;
  const Quad turns = floor(2 * x / pi() + Quad(0.5));
  const Quad r = x - turns * pi() / 2;
  switch ((static_cast<long>(turns) + quarter) & 3) {
    case 0:
      return exponential_series(r, 1, 2, -1);
    case 1:
      return exponential_series(r, 0, 2, -1);
    case 2:
      return -exponential_series(r, 1, 2, -1);
    default:
      return -exponential_series(r, 0, 2, -1);
  }
}

Quad whole_power(Quad x, long n) {
  if (n < 0) return 1 / whole_power(x, -n);
  Quad result = 1;
  for (; n; n >>= 1, x *= x)
    if (n & 1) result *= x;
  return result;
}

}  // namespace

Quad floor(Quad x) {
  Quad whole = std::floor(static_cast<double>(x));
  if (whole > x) whole -= 1;  // x was rounded up to a whole number
  return whole;
}

Quad sqrt(Quad x) {
  if (x < 0) return nan;
  return finite(x) ? square_root(x) : x;
}

Quad exp(Quad x) {
  if (x > 709.8) return inf;
  if (x < -1400) return 0;
  if (x != x) return x;
  const Quad k = floor(x / log_2() + Quad(0.5));
  const int half = static_cast<int>(k) / 2, rest = static_cast<int>(k) - half;
  return exponential_series(x - k * log_2(), 0, 1, 1) * Quad(std::ldexp(1.0, half)) *
         Quad(std::ldexp(1.0, rest));
}

Quad log(Quad x) {
  if (x < 0) return nan;
  if (x == 0) return -inf;
  if (!finite(x)) return x;
  int exponent = 0;
  Quad y = std::log(std::frexp(static_cast<double>(x), &exponent));
  x *= Quad(std::ldexp(1.0, -exponent / 2)) * Quad(std::ldexp(1.0, -exponent + exponent / 2));
  for (int i = 0; i < 2; ++i) {  // Halley: each step has three times the digits
    const Quad e = exp(y);
    y += 2 * (x - e) / (x + e);
  }
  return y + exponent * log_2();
}

Quad sin(Quad x) { return sine(x, 0); }
Quad cos(Quad x) { return sine(x, 1); }
Quad tan(Quad x) { return sin(x) / cos(x); }

Quad atan(Quad x) {
  if (!finite(x)) return x > 0 ? pi() / 2 : x < 0 ? -pi() / 2 : Quad(nan);
  if (absolute(x) > 1) return (x > 0 ? pi() / 2 : -pi() / 2) - atan(1 / x);
  const Quad y = std::atan(static_cast<double>(x)), t = tan(y);
  return y + inverse_tangent_series((x - t) / (1 + x * t), -1);
}

Quad atan2(Quad y, Quad x) {
  if (x == 0 && y == 0) return std::atan2(static_cast<double>(y), static_cast<double>(x));
  if (absolute(y) > absolute(x)) return (y > 0 ? pi() / 2 : -pi() / 2) - atan(x / y);
  if (x > 0) return atan(y / x);
  return y < 0 ? atan(y / x) - pi() : atan(y / x) + pi();
}

Quad asin(Quad x) { return atan2(x, sqrt((1 - x) * (1 + x))); }
Quad acos(Quad x) { return atan2(sqrt((1 - x) * (1 + x)), x); }

Quad sinh(Quad x) {
  if (absolute(x) < 1) return exponential_series(x, 1, 2, 1);
  const Quad e = exp(absolute(x)), s = (e - 1 / e) / 2;
  return x < 0 ? -s : s;
}

Quad cosh(Quad x) {
  const Quad e = exp(absolute(x));
  return (e + 1 / e) / 2;
}

Quad tanh(Quad x) {
  if (absolute(x) > 50) return x < 0 ? -1 : 1;  // 1 − tanh 50 < 1e-43
  return sinh(x) / cosh(x);
}

Quad hypot(Quad x, Quad y) { return sqrt(x * x + y * y); }

Quad pow(Quad x, Quad y) {
  if (y == floor(y) && absolute(y) < 1e6) return whole_power(x, static_cast<long>(y));
  if (x < 0) return nan;
  if (x == 0) return y > 0 ? 0 : inf;
  return exp(y * log(x));
}

}  // namespace zwang::test::in_quad
