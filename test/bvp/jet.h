// SPDX-License-Identifier: Apache-2.0
#pragma once
// A number with its first and second derivatives by K variables: the oracle differentiates formulas
// without the library.

#include <array>
#include <cmath>

namespace zwang::test::discrete {

template <int K>
struct Jet {
  double value = 0;
  std::array<double, K> slope{};
  std::array<double, K * K> second{};

  Jet() = default;
  Jet(double x) : value(x) {}  // a constant
  static Jet variable(double x, int i) {
    Jet jet(x);
    jet.slope[static_cast<std::size_t>(i)] = 1;
    return jet;
  }
};

/// g(x) from g, g', g'' at x's value.
template <int K>
Jet<K> chain(const Jet<K>& x, double g, double g1, double g2) {
  Jet<K> y(g);
  for (std::size_t i = 0; i < K; ++i) {
    y.slope[i] = g1 * x.slope[i];
    for (std::size_t j = 0; j < K; ++j)
      y.second[i * K + j] = g1 * x.second[i * K + j] + g2 * x.slope[i] * x.slope[j];
  }
  return y;
}

template <int K>
Jet<K> operator+(Jet<K> x, const Jet<K>& y) {
  x.value += y.value;
  for (std::size_t i = 0; i < K; ++i) x.slope[i] += y.slope[i];
  for (std::size_t i = 0; i < K * K; ++i) x.second[i] += y.second[i];
  return x;
}

template <int K>
Jet<K> operator*(const Jet<K>& x, const Jet<K>& y) {
  Jet<K> z(x.value * y.value);
  for (std::size_t i = 0; i < K; ++i) {
    z.slope[i] = x.slope[i] * y.value + x.value * y.slope[i];
    for (std::size_t j = 0; j < K; ++j)
      z.second[i * K + j] = x.second[i * K + j] * y.value + x.slope[i] * y.slope[j] +
                            x.slope[j] * y.slope[i] + x.value * y.second[i * K + j];
  }
  return z;
}

template <int K>
Jet<K> operator*(double c, const Jet<K>& x) {
  return chain(x, c * x.value, c, 0);
}
template <int K>
Jet<K> operator+(const Jet<K>& x, double c) {
  return chain(x, x.value + c, 1, 0);
}
template <int K>
Jet<K> operator+(double c, const Jet<K>& x) {
  return x + c;
}
template <int K>
Jet<K> operator-(const Jet<K>& x) {
  return -1.0 * x;
}
template <int K>
Jet<K> operator-(const Jet<K>& x, const Jet<K>& y) {
  return x + -y;
}
template <int K>
Jet<K> operator-(const Jet<K>& x, double c) {
  return x + -c;
}
template <int K>
Jet<K> operator-(double c, const Jet<K>& x) {
  return c + -x;
}
template <int K>
Jet<K> sqrt(const Jet<K>& x) {
  const double r = std::sqrt(x.value);
  return chain(x, r, 0.5 / r, -0.25 / (r * x.value));
}
template <int K>
Jet<K> sin(const Jet<K>& x) {
  const double s = std::sin(x.value), c = std::cos(x.value);
  return chain(x, s, c, -s);
}
template <int K>
Jet<K> cos(const Jet<K>& x) {
  const double s = std::sin(x.value), c = std::cos(x.value);
  return chain(x, c, -s, -c);
}

}  // namespace zwang::test::discrete
