// SPDX-License-Identifier: Apache-2.0
#pragma once
// Functionals whose extremals are known in closed form, or follow from one angle.

#include <array>
#include <cmath>
#include <vector>

#include "bvp/by_formula.h"

namespace zwang::test::discrete {

using std::cos;
using std::sqrt;

/// F = (v² − w²x²)/2 in each of n directions.
template <int N>
struct Oscillator : PlainFormula<N> {
  double w = 1;
  template <class S>
  S F(double, const S* x, const S* v) const {
    S sum = 0.0;
    for (int i = 0; i < N; ++i) sum = sum + 0.5 * (v[i] * v[i]) - 0.5 * w * w * (x[i] * x[i]);
    return sum;
  }
};

/// A bead of unit mass on a circle, gravity 1, as in the papers' example: F = (x'² + y'²)/2 − y.
struct Bead : PlainFormula<2> {
  static constexpr int rows = 1;
  double gravity = 1, wind = 0;
  template <class S>
  S F(double, const S* x, const S* v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]) - gravity * x[1] + wind * x[0];
  }
  template <class S>
  void phi(double, const S* x, S* row) const {
    row[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
  }
};

/// Geodesics of the unit sphere of dimension N − 1: F = |v|²/2.
template <int N>
struct Sphere : PlainFormula<N> {
  static constexpr int rows = 1;
  template <class S>
  S F(double, const S*, const S* v) const {
    S sum = 0.0;
    for (int i = 0; i < N; ++i) sum = sum + 0.5 * (v[i] * v[i]);
    return sum;
  }
  template <class S>
  void phi(double, const S* x, S* row) const {
    S sum = -1.0;
    for (int i = 0; i < N; ++i) sum = sum + x[i] * x[i];
    row[0] = sum;
  }
};

/// The same in a world that was turned by R, x = R y, with its rows in other units, each of them
/// given three times.
template <class Inner>
struct Disguised : PlainFormula<Inner::n> {
  static constexpr int n = Inner::n, rows = 3 * Inner::rows;
  Inner inner;
  std::array<double, n * n> R{};
  std::array<double, rows> units{};

  template <class S>
  void turn(const S* y, S* x) const {
    for (int i = 0; i < n; ++i) {
      x[i] = 0.0;
      for (int j = 0; j < n; ++j) x[i] = x[i] + R[static_cast<std::size_t>(i * n + j)] * y[j];
    }
  }
  /// y = Rᵀx.
  std::vector<double> turned_back(const std::vector<double>& x) const {
    std::vector<double> y(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) y[j] += R[i * n + j] * x[i];
    return y;
  }
  template <class S>
  S F(double t, const S* y, const S* rate) const {
    S x[n], v[n];
    turn(y, x);
    turn(rate, v);
    return inner.F(t, x, v);
  }
  template <class S>
  void phi(double t, const S* y, S* row) const {
    S x[n], inside[Inner::rows];
    turn(y, x);
    inner.phi(t, x, inside);
    for (int j = 0; j < rows; ++j)
      row[j] = units[static_cast<std::size_t>(j)] * inside[j % Inner::rows];
  }
};

/// Turned and scaled at random.
template <class Inner, class Random>
Disguised<Inner> disguise(const Inner& inner, Random& random) {
  Disguised<Inner> formula;
  constexpr std::size_t n = Inner::n;
  formula.inner = inner;
  for (std::size_t i = 0; i < n; ++i) formula.R[i * n + i] = 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double angle = random.uniform(0, 7), c = std::cos(angle), s = std::sin(angle);
      for (std::size_t k = 0; k < n; ++k) {
        const double a = formula.R[i * n + k], b = formula.R[j * n + k];
        formula.R[i * n + k] = c * a - s * b;
        formula.R[j * n + k] = s * a + c * b;
      }
    }
  for (double& unit : formula.units) {
    const double size = std::pow(10, random.uniform(-4, 4));
    unit = random.chance(0.5) ? size : -size;
  }
  return formula;
}

/// A surface of revolution, y over t: F = y √(1 + y'²).
struct SoapFilm : PlainFormula<1> {
  template <class S>
  S F(double, const S* x, const S* v) const {
    return x[0] * sqrt(1.0 + v[0] * v[0]);
  }
};

/// A hanging chain: the same, its length given.
struct Chain : SoapFilm {
  static constexpr int integrals = 1;
  template <class S>
  void G(double, const S*, const S* v, S* density) const {
    density[0] = sqrt(1.0 + v[0] * v[0]);
  }
};

/// The same oscillator, its mean given.
struct Balanced : Oscillator<1> {
  static constexpr int integrals = 1;
  template <class S>
  void G(double, const S* x, const S*, S* density) const {
    density[0] = x[0];
  }
};

/// A column under the load w²: F = (y'² − w²y²)/2 with y = x' as a row.
struct Column : PlainFormula<2> {
  static constexpr int velocities = 1;
  double w = 1;
  template <class S>
  S F(double, const S* x, const S* v) const {
    return 0.5 * (v[1] * v[1]) - 0.5 * w * w * (x[1] * x[1]);
  }
  template <class S>
  void f(double, const S* x, const S* v, S* row) const {
    row[0] = v[0] - x[1];
  }
};

/// Shortest curves in the plane around a given area, which is the third coordinate.
struct Heisenberg : PlainFormula<3> {
  static constexpr int velocities = 1;
  template <class S>
  S F(double, const S*, const S* v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]);
  }
  template <class S>
  void f(double, const S* x, const S* v, S* row) const {
    row[0] = v[2] - 0.5 * (x[0] * v[1] - x[1] * v[0]);
  }
};

}  // namespace zwang::test::discrete
