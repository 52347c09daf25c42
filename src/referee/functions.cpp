// SPDX-License-Identifier: Apache-2.0
// By Taylor series on short intervals, and by Newton's method from a double where the inverse has a series.

#include <cmath>

#include "referee/quad.h"

namespace zwang::referee {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nothing = 1e-37;  // of a term, against a sum of about 1

double rounded(Quad x) { return static_cast<double>(x); }
bool finite(Quad x) { return std::isfinite(rounded(x)); }

// Three doubles each: more digits than a Quad has.
struct Triple {
  Quad high, low;
};
Triple half_pi() {
  return {Quad(1.5707963267948966) + Quad(6.123233995736766e-17), Quad(-1.4973849048591833e-33)};
}
Triple log_two() {
  return {Quad(0.6931471805599453) + Quad(2.3190468138462996e-17), Quad(5.707708438416212e-34)};
}
Quad pi() { return 2 * half_pi().high; }

Quad floor_of(Quad x) {
  if (!finite(x)) return x;
  Quad whole = std::floor(rounded(x));
  // Beyond 2^53 the double may be off by more than one.
  while (whole > x) whole -= 1 + Quad(std::floor(rounded(whole - x)));
  while (x - whole >= 1) whole += std::floor(rounded(x - whole));
  return whole;
}

struct SineCosine {
  Quad sine, cosine;
};

// |x| ≤ π/4.
SineCosine series(Quad x) {
  Quad term = 1;
  SineCosine sum{0, 0};
  for (int k = 0; k < 60; ++k) {
    const Quad signed_term = k & 2 ? -term : term;
    (k & 1 ? sum.sine : sum.cosine) += signed_term;
    term *= x / (k + 1);
    if (magnitude(term) < nothing * magnitude(x)) break;
  }
  return sum;
}

SineCosine sine_cosine(Quad x) {
  if (!finite(x)) return {nan, nan};
  const Triple quarter = half_pi();
  const Quad turns = floor_of(x / quarter.high + Quad(0.5));
  const SineCosine r = series((x - turns * quarter.high) - turns * quarter.low);
  const Quad rest = turns - 4 * floor_of(turns / 4);
  if (rest == 0) return r;
  if (rest == 1) return {r.cosine, -r.sine};
  if (rest == 2) return {-r.sine, -r.cosine};
  return {-r.cosine, r.sine};
}

Quad exponential(Quad x) {
  if (x != x) return x;
  if (x > 11000) return infinity;
  if (x < -11000) return 0;
  const Triple ln2 = log_two();
  const Quad k = floor_of(x / ln2.high + Quad(0.5));
  const Quad r = ((x - k * ln2.high) - k * ln2.low) / 16;
  Quad term = 1, sum = 0;
  for (int i = 1; i < 40 && magnitude(term) > nothing; ++i) {
    sum += term;
    term *= r / i;
  }
  for (int i = 0; i < 4; ++i) sum *= sum;
  // 2^k by squares, so that no exponent of a double is left.
  Quad power = k < 0 ? Quad(0.5) : Quad(2);
  for (long n = static_cast<long>(rounded(magnitude(k))); n > 0; n >>= 1, power *= power)
    if (n & 1) sum *= power;
  return sum;
}

Quad logarithm(Quad x) {
  if (x < 0 || x != x) return nan;
  if (x == 0) return -infinity;
  if (!finite(x)) return x;
  Quad y = std::log(rounded(x));
  for (int i = 0; i < 2; ++i) {  // Halley: three times the digits
    const Quad e = exponential(y);
    y += 2 * (x - e) / (x + e);
  }
  return y;
}

Quad arc_tangent(Quad x) {
  if (!finite(x)) return x > 0 ? pi() / 2 : x < 0 ? -pi() / 2 : Quad(nan);
  if (magnitude(x) > 1) return (x > 0 ? pi() / 2 : -pi() / 2) - arc_tangent(1 / x);
  const Quad y = std::atan(rounded(x));
  const SineCosine at = sine_cosine(y);
  const Quad d = (x * at.cosine - at.sine) / (at.cosine + x * at.sine);  // 1e-16 or less
  return y + d * (1 - d * d / 3);
}

Quad arc_tangent(Quad y, Quad x) {
  if (x == 0 && y == 0) return std::atan2(rounded(y), rounded(x));
  if (magnitude(y) > magnitude(x)) return (y > 0 ? pi() / 2 : -pi() / 2) - arc_tangent(x / y);
  if (x > 0) return arc_tangent(y / x);
  return y < 0 ? arc_tangent(y / x) - pi() : arc_tangent(y / x) + pi();
}

Quad hyperbolic_sine(Quad x) {
  if (magnitude(x) >= 1) return (exponential(x) - exponential(-x)) / 2;
  Quad term = x, sum = 0;
  for (int k = 1; k < 60; k += 2) {
    sum += term;
    term *= x * x / ((k + 1) * (k + 2));
  }
  return sum;
}

Quad hyperbolic_cosine(Quad x) { return (exponential(x) + exponential(-x)) / 2; }

Quad hyperbolic_tangent(Quad x) {
  if (magnitude(x) > 50) return x < 0 ? -1 : 1;
  return hyperbolic_sine(x) / hyperbolic_cosine(x);
}

Quad power_of(Quad x, Quad y) {
  if (y == floor_of(y) && magnitude(y) < 1e6) {
    Quad product = 1, factor = x;
    for (long n = static_cast<long>(rounded(magnitude(y))); n > 0; n >>= 1, factor *= factor)
      if (n & 1) product *= factor;
    return y < 0 ? 1 / product : product;
  }
  if (x < 0) return nan;
  if (x == 0) return y > 0 ? 0 : infinity;
  return exponential(y * logarithm(x));
}

}  // namespace

Quad square_root(Quad x) {
  if (x < 0) return nan;
  if (x == 0 || !finite(x)) return x;
  Quad scale = 1;  // powers of 4, so that a double holds the start
  for (; x > 1e200; scale *= Quad(0x1p100)) x *= Quad(0x1p-200);
  for (; x < 1e-200; scale *= Quad(0x1p-100)) x *= Quad(0x1p200);
  Quad s = std::sqrt(rounded(x));
  for (int i = 0; i < 2; ++i) s = (s + x / s) / 2;
  return s * scale;
}

Quad evaluate(formula::Op op, Quad x, Quad y, Quad z) {
  using formula::Op;
  switch (op) {
    case Op::constant:
    case Op::input:
      return x;
    case Op::add:
      return x + y;
    case Op::subtract:
      return x - y;
    case Op::multiply:
      return x * y;
    case Op::divide:
      return x / y;
    case Op::negate:
      return -x;
    case Op::square:
      return x * x;
    case Op::power:
      return power_of(x, y);
    case Op::sqrt:
      return square_root(x);
    case Op::exp:
      return exponential(x);
    case Op::log:
      return logarithm(x);
    case Op::sin:
      return sine_cosine(x).sine;
    case Op::cos:
      return sine_cosine(x).cosine;
    case Op::tan: {
      const SineCosine both = sine_cosine(x);
      return both.sine / both.cosine;
    }
    case Op::asin:
      return arc_tangent(x, square_root((1 - x) * (1 + x)));
    case Op::acos:
      return arc_tangent(square_root((1 - x) * (1 + x)), x);
    case Op::atan:
      return arc_tangent(x);
    case Op::sinh:
      return hyperbolic_sine(x);
    case Op::cosh:
      return hyperbolic_cosine(x);
    case Op::tanh:
      return hyperbolic_tangent(x);
    case Op::atan2:
      return arc_tangent(x, y);
    case Op::hypot:
      return square_root(x * x + y * y);
    case Op::abs:
      return magnitude(x);
    case Op::sign:
      return x > 0 ? 1 : x < 0 ? -1 : 0;
    case Op::min:
      return x != x || x < y ? x : y;
    case Op::max:
      return x != x || x > y ? x : y;
    case Op::mod:
      return x - y * floor_of(x / y);
    case Op::less:
      return x < y ? 1 : 0;
    case Op::less_equal:
      return x <= y ? 1 : 0;
    case Op::equal:
      return x == y ? 1 : 0;
    case Op::both:
      return x != 0 && y != 0 ? 1 : 0;
    case Op::either:
      return x != 0 || y != 0 ? 1 : 0;
    case Op::negation:
      return x == 0 ? 1 : 0;
    case Op::select:
      return x != 0 ? y : z;
  }
  return nan;
}

}  // namespace zwang::referee
