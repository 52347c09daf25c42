// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two-ended questions written by hand, as functions in long double, and their derivatives by
// differences: the trusted twin of what the compiler makes of the same question as text.

#include <functional>
#include <vector>

namespace zwang::test {

using Real = long double;

/// All that formulas depend on; v by t, p are the unknowns.
struct Point {
  Real t = 0;
  std::vector<Real> q, v, lambda, mu, p;
};

using Function = std::function<Real(const Point&)>;

/// One of the variables of a point.
struct Variable {
  std::vector<Real> Point::*list = nullptr;  // null: t
  std::size_t number = 0;

  Real& of(Point& x) const { return list ? (x.*list)[number] : x.t; }
};

inline Variable t_() { return {}; }
inline Variable q_(std::size_t i) { return {&Point::q, i}; }
inline Variable v_(std::size_t i) { return {&Point::v, i}; }
inline Variable p_(std::size_t j) { return {&Point::p, j}; }

/// ∂f by central differences of order 6. With h = 2⁻⁹ they miss some h⁶/140 = 4e-19 of a seventh
/// derivative, and rounding leaves 1e-19/h = 3e-17 of the values; 1e-14 if done twice, 1e-11 thrice.
inline Function d(Function f, Variable by) {
  return [f = std::move(f), by](const Point& x) {
    constexpr Real h = 1.0L / 512;
    Point y = x;
    const Real here = by.of(y);
    const auto at = [&](int steps) {
      by.of(y) = here + steps * h;
      return f(y);
    };
    return ((at(3) - at(-3)) - 9 * (at(2) - at(-2)) + 45 * (at(1) - at(-1))) / (60 * h);
  };
}

struct HandQuestion {
  const char* text;  // the same for the compiler
  std::size_t n = 0;
  Function F;  // none: the system has none
  std::vector<Function> G, f, phi;
  std::vector<Function> targets;              // of p alone
  Function time[2];                           // of p alone
  std::vector<Function> rows[2];              // at the ends
  std::vector<Function> parameters;           // all, of p alone
  std::vector<double> p;                      // near which the unknowns are
  std::vector<std::size_t> f_rows, phi_rows;  // where f and phi stand among the rows
  bool lagrange = true;

  /// F* = F + Σ μ G + Σ λ f.
  Function sum() const {
    return [this](const Point& x) {
      Real value = F(x);
      for (std::size_t k = 0; k < G.size(); ++k) value += x.mu[k] * G[k](x);
      for (std::size_t k = 0; lagrange && k < f.size(); ++k) value += x.lambda[k] * f[k](x);
      return value;
    };
  }
};

}  // namespace zwang::test
