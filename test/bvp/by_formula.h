// SPDX-License-Identifier: Apache-2.0
#pragma once
// Functionals from formulas. A formula is a class with sizes n, rows, velocities, integrals and
//   S F(double t, const S* x, const S* v) const           and, where there are any,
//   void phi(double t, const S* x, S*) const,  void f(t, x, v, S*) const,  void G(t, x, v, S*) const,
// for every scalar S; derivatives are those of jets.

#include "bvp/jet.h"
#include "variation/functional.h"

namespace zwang::test::discrete {

/// Sizes of a formula that has nothing but F.
template <int N>
struct PlainFormula {
  static constexpr int n = N, rows = 0, velocities = 0, integrals = 0;
  template <class S>
  void phi(double, const S*, S*) const {}
  template <class S>
  void f(double, const S*, const S*, S*) const {}
  template <class S>
  void G(double, const S*, const S*, S*) const {}
};

template <class Formula>
class ByFormula {
 public:
  explicit ByFormula(const Formula& formula = {}) : formula_(formula) {}

  /// Valid as long as this is.
  variation::Functional view() const {
    variation::Functional f;
    f.n = n;
    f.rows = Formula::rows;
    f.velocities = Formula::velocities;
    f.integrals = Formula::integrals;
    f.self = const_cast<Formula*>(&formula_);
    f.value = value;
    f.slopes = slopes;
    f.position_rows = position_rows;
    f.curvature = curvature;
    f.velocity_rows = velocity_rows;
    f.integral_rows = integral_rows;
    return f;
  }

 private:
  static constexpr int n = Formula::n, K = 2 * n;
  using J = Jet<K>;
  static constexpr int most(int count) { return count > 0 ? count : 1; }

  template <class S>
  static S star(const Formula& formula, double t, const S* x, const S* v, const double* lambda,
                const double* mu) {
    S sum = formula.F(t, x, v);
    S rows[most(Formula::velocities)], densities[most(Formula::integrals)];
    formula.f(t, x, v, rows);
    formula.G(t, x, v, densities);
    for (int j = 0; j < Formula::velocities; ++j) sum = sum + lambda[j] * rows[j];
    for (int j = 0; j < Formula::integrals; ++j) sum = sum + mu[j] * densities[j];
    return sum;
  }

  static void load(const double* x, const double* v, J* xs, J* vs) {
    for (int i = 0; i < n; ++i) {
      xs[i] = J::variable(x[i], i);
      vs[i] = v ? J::variable(v[i], n + i) : J(0);
    }
  }

  static bool value(void* self, double t, const double* x, const double* v, const double* lambda,
                    const double* mu, double* F) noexcept {
    *F = star<double>(*static_cast<Formula*>(self), t, x, v, lambda, mu);
    return true;
  }

  static bool slopes(void* self, double t, const double* x, const double* v, const double* lambda,
                     const double* mu, double* F, double* F_x, double* F_v, double* F_xx,
                     double* F_xv, double* F_vv) noexcept {
    J xs[n], vs[n];
    load(x, v, xs, vs);
    const J jet = star<J>(*static_cast<Formula*>(self), t, xs, vs, lambda, mu);
    *F = jet.value;
    for (int i = 0; i < n; ++i) {
      F_x[i] = jet.slope[static_cast<std::size_t>(i)];
      F_v[i] = jet.slope[static_cast<std::size_t>(n + i)];
      for (int j = 0; j < n; ++j) {
        F_xx[i * n + j] = jet.second[static_cast<std::size_t>(i * K + j)];
        F_xv[i * n + j] = jet.second[static_cast<std::size_t>(i * K + n + j)];
        F_vv[i * n + j] = jet.second[static_cast<std::size_t>((n + i) * K + n + j)];
      }
    }
    return true;
  }

  static bool position_rows(void* self, double t, const double* x, double* phi,
                            double* A) noexcept {
    J xs[n], vs[n], rows[most(Formula::rows)];
    load(x, nullptr, xs, vs);
    static_cast<Formula*>(self)->phi(t, xs, rows);
    spread(rows, Formula::rows, phi, A, nullptr);
    return true;
  }

  static bool curvature(void* self, double t, const double* x, const double* lambda,
                        double* C) noexcept {
    J xs[n], vs[n], rows[most(Formula::rows)];
    load(x, nullptr, xs, vs);
    static_cast<Formula*>(self)->phi(t, xs, rows);
    for (int i = 0; i < n * n; ++i) C[i] = 0;
    for (int k = 0; k < Formula::rows; ++k)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          C[i * n + j] += lambda[k] * rows[k].second[static_cast<std::size_t>(i * K + j)];
    return true;
  }

  static bool velocity_rows(void* self, double t, const double* x, const double* v, double* f,
                            double* f_x, double* f_v) noexcept {
    J xs[n], vs[n], rows[most(Formula::velocities)];
    load(x, v, xs, vs);
    static_cast<Formula*>(self)->f(t, xs, vs, rows);
    spread(rows, Formula::velocities, f, f_x, f_v);
    return true;
  }

  static bool integral_rows(void* self, double t, const double* x, const double* v, double* G,
                            double* G_x, double* G_v) noexcept {
    J xs[n], vs[n], rows[most(Formula::integrals)];
    load(x, v, xs, vs);
    static_cast<Formula*>(self)->G(t, xs, vs, rows);
    spread(rows, Formula::integrals, G, G_x, G_v);
    return true;
  }

  static void spread(const J* rows, int count, double* value, double* by_x, double* by_v) {
    for (int k = 0; k < count; ++k) {
      value[k] = rows[k].value;
      for (int i = 0; i < n; ++i) {
        by_x[k * n + i] = rows[k].slope[static_cast<std::size_t>(i)];
        if (by_v) by_v[k * n + i] = rows[k].slope[static_cast<std::size_t>(n + i)];
      }
    }
  }

  Formula formula_;
};

}  // namespace zwang::test::discrete
