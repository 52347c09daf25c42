// SPDX-License-Identifier: Apache-2.0
#pragma once
// Textbook problems with their solutions.

#include <cmath>
#include <vector>

#include "ode/system.h"

namespace zwang::test {

using OdeState = std::vector<double>;

/// A problem P is a struct with `n`, `f(t, y, dydt)` and, where HasJacobian, `jacobian(t, y, J)`; it
/// counts its calls.
template <class P>
ode::System system_of(P& problem) {
  ode::System system{P::n, &problem,
                     [](void* self, double t, const double* y, double* dydt) noexcept {
                       P& p = *static_cast<P*>(self);
                       ++p.calls;
                       p.f(t, y, dydt);
                       return true;
                     }};
  if constexpr (requires(double* J) { problem.jacobian(0.0, J, J); })
    system.jacobian = [](void* self, double t, const double* y, double* J, double*) noexcept {
      P& p = *static_cast<P*>(self);
      ++p.jacobians;
      p.jacobian(t, y, J);
      return true;
    };
  return system;
}

struct Counts {
  long calls = 0, jacobians = 0;
};

/// y' = λ y, a rotation with decay: λ = real + i·imaginary.
struct Dahlquist : Counts {
  static constexpr Index n = 2;
  double real = 0, imaginary = 0;
  void f(double, const double* y, double* d) const {
    d[0] = real * y[0] - imaginary * y[1];
    d[1] = imaginary * y[0] + real * y[1];
  }
  void jacobian(double, const double*, double* J) const {
    J[0] = J[3] = real;
    J[1] = -(J[2] = imaginary);
  }
};

/// Hairer, Nørsett, Wanner I, (II.2.4): depends on t, and is as nonlinear as can be;
/// y = (e^sin t², e^cos t²).
struct Exponentials : Counts {
  static constexpr Index n = 2;
  static OdeState solution(double t) {
    return {std::exp(std::sin(t * t)), std::exp(std::cos(t * t))};
  }
  static void f(double t, const double* y, double* d) {
    d[0] = 2 * t * y[0] * std::log(y[1]);
    d[1] = -2 * t * y[1] * std::log(y[0]);
  }
};

/// Two bodies: q'' = −q/|q|³, from the pericentre; period 2π.
struct Kepler : Counts {
  static constexpr Index n = 4;
  double e = 0.3;  // eccentricity
  OdeState start() const { return solution(0); }
  /// By Kepler's equation t = E − e sin E.
  OdeState solution(double t) const {
    double E = t;
    for (int i = 0; i < 50; ++i) E -= (E - e * std::sin(E) - t) / (1 - e * std::cos(E));
    const double b = std::sqrt(1 - e * e), rate = 1 / (1 - e * std::cos(E));
    return {std::cos(E) - e, b * std::sin(E), -std::sin(E) * rate, b * std::cos(E) * rate};
  }
  static double energy(const double* y) {
    return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]);
  }
  static void f(double, const double* y, double* d) {
    const double r = std::hypot(y[0], y[1]), cube = r * r * r;
    d[0] = y[2];
    d[1] = y[3];
    d[2] = -y[0] / cube;
    d[3] = -y[1] / cube;
  }
};

/// The Arenstorf orbit, Hairer, Nørsett, Wanner I, (II.0.1): closed after `period`, and unstable.
struct Arenstorf : Counts {
  static constexpr Index n = 4;
  static constexpr double period = 17.0652165601579625588917206249;
  static OdeState start() { return {0.994, 0, 0, -2.00158510637908252240537862224}; }
  static void f(double, const double* y, double* d) {
    const double m = 0.012277471, l = 1 - m;
    const double D1 = std::pow(std::hypot(y[0] + m, y[1]), 3);
    const double D2 = std::pow(std::hypot(y[0] - l, y[1]), 3);
    d[0] = y[2];
    d[1] = y[3];
    d[2] = y[0] + 2 * y[3] - l * (y[0] + m) / D1 - m * (y[0] - l) / D2;
    d[3] = y[1] - 2 * y[2] - l * y[1] / D1 - m * y[1] / D2;
  }
};

/// Van der Pol's equation with μ = 1000, time in units of μ: ε y'' = (1 − y²) y' − y, ε = 1/μ².
/// Values from Mazzia, Magherini, Test Set for Initial Value Problem Solvers, problem VDPOL.
struct VanDerPol : Counts {
  static constexpr Index n = 2;
  static constexpr double epsilon = 1e-6;
  static OdeState start() { return {2, 0}; }
  static OdeState at_2() { return {0.1706167732170483e1, -0.8928097010247975}; }
  static void f(double, const double* y, double* d) {
    d[0] = y[1];
    d[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / epsilon;
  }
  static void jacobian(double, const double* y, double* J) {
    J[0] = 0;
    J[1] = 1;
    J[2] = (-2 * y[0] * y[1] - 1) / epsilon;
    J[3] = (1 - y[0] * y[0]) / epsilon;
  }
};

/// Robertson's reaction, (IV.1.4) of Hairer, Wanner II; the sum of the components is 1 for ever.
/// Values from the same test set, problem ROBER.
struct Robertson : Counts {
  static constexpr Index n = 3;
  static OdeState start() { return {1, 0, 0}; }
  static OdeState at_1e11() {
    return {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050};
  }
  static void f(double, const double* y, double* d) {
    const double first = 0.04 * y[0], second = 1e4 * y[1] * y[2], third = 3e7 * y[1] * y[1];
    d[0] = -first + second;
    d[1] = first - second - third;
    d[2] = third;
  }
  static void jacobian(double, const double* y, double* J) {
    const double rows[] = {-0.04,
                           1e4 * y[2],
                           1e4 * y[1],  //
                           0.04,
                           -1e4 * y[2] - 6e7 * y[1],
                           -1e4 * y[1],  //
                           0,
                           6e7 * y[1],
                           0};
    std::copy(rows, rows + 9, J);
  }
};

/// Kaps's problem: stiff for small ε, y = (e^−2t, e^−t) for every ε.
struct Kaps : Counts {
  static constexpr Index n = 2;
  double epsilon = 1;
  static OdeState solution(double t) { return {std::exp(-2 * t), std::exp(-t)}; }
  void f(double, const double* y, double* d) const {
    d[0] = -(1 / epsilon + 2) * y[0] + y[1] * y[1] / epsilon;
    d[1] = y[0] - y[1] - y[1] * y[1];
  }
  void jacobian(double, const double* y, double* J) const {
    J[0] = -(1 / epsilon + 2);
    J[1] = 2 * y[1] / epsilon;
    J[2] = 1;
    J[3] = -1 - 2 * y[1];
  }
};

/// y' = p t^(p−1) about t = 1, by which a polynomial of degree p is tried; both ends of the answer
/// count.
struct Monomial : Counts {
  static constexpr Index n = 1;
  int p = 1;
  double value(double t) const { return std::pow(t, p); }
  void f(double t, const double*, double* d) const { d[0] = p * std::pow(t, p - 1); }
};

}  // namespace zwang::test
