// SPDX-License-Identifier: Apache-2.0
#pragma once
// The textbook's scalar problems with two ends. J. R. Cash, F. Mazzia, BVP test problems, by their
// numbers there; Troesch, Bratu.

#include <numbers>

#include "bvp/scalar_bvp.h"

namespace zwang::test {

/// One of 1, 4, 9, 10, 11, 16, 17, 20, 21, with its small parameter.
inline ScalarProblem cash(int number, double xi) {
  using std::exp, std::cos, std::sin, std::sqrt, std::cosh, std::log, std::erf;
  constexpr double pi = std::numbers::pi;
  ScalarProblem p;
  p.name = "Cash " + std::to_string(number) + ", xi = " + std::to_string(xi);
  const double s = sqrt(xi);
  switch (number) {
    case 1:
      p.f = [=](double, double y, double) { return Slopes{y / xi, 1 / xi, 0}; };
      p.exact = [=](double t) { return (exp(-t / s) - exp((t - 2) / s)) / (1 - exp(-2 / s)); };
      p.exact_rate = [=](double t) {
        return -(exp(-t / s) + exp((t - 2) / s)) / (s * (1 - exp(-2 / s)));
      };
      break;
    case 4:
      p.a = -1;
      p.f = [=](double, double y, double v) {
        return Slopes{((1 + xi) * y - v) / xi, (1 + xi) / xi, -1 / xi};
      };
      p.exact = [=](double t) { return exp(t - 1) + exp(-(1 + xi) * (1 + t) / xi); };
      p.exact_rate = [=](double t) {
        return exp(t - 1) - (1 + xi) / xi * exp(-(1 + xi) * (1 + t) / xi);
      };
      break;
    case 9:
      p.a = -1;
      p.f = [=](double t, double y, double v) {
        const double w = xi + t * t;
        return Slopes{(-4 * t * v - 2 * y) / w, -2 / w, -4 * t / w};
      };
      p.exact = [=](double t) { return 1 / (xi + t * t); };
      p.exact_rate = [=](double t) { return -2 * t / ((xi + t * t) * (xi + t * t)); };
      break;
    case 10:
      p.a = -1;
      p.f = [=](double t, double, double v) { return Slopes{-t * v / xi, 0, -t / xi}; };
      p.exact = [=](double t) { return 1 + erf(t / sqrt(2 * xi)) / erf(1 / sqrt(2 * xi)); };
      p.exact_rate = [=](double t) {
        return sqrt(2 / (pi * xi)) * exp(-t * t / (2 * xi)) / erf(1 / sqrt(2 * xi));
      };
      break;
    case 11:
      p.a = -1;
      p.f = [=](double t, double y, double) {
        return Slopes{(y - (xi * pi * pi + 1) * cos(pi * t)) / xi, 1 / xi, 0};
      };
      p.exact = [=](double t) { return cos(pi * t); };
      p.exact_rate = [=](double t) { return -pi * sin(pi * t); };
      break;
    case 16:
      p.f = [=](double, double y, double) {
        const double k = pi * pi / (4 * xi * xi);
        return Slopes{-k * y, -k, 0};
      };
      p.exact = [=](double t) { return sin(pi * t / (2 * xi)); };
      p.exact_rate = [=](double t) { return pi / (2 * xi) * cos(pi * t / (2 * xi)); };
      break;
    case 17:
      p.a = -0.1;
      p.b = 0.1;
      p.f = [=](double t, double y, double) {
        const double k = 3 * xi / ((xi + t * t) * (xi + t * t));
        return Slopes{-k * y, -k, 0};
      };
      p.exact = [=](double t) { return t / sqrt(xi + t * t); };
      p.exact_rate = [=](double t) { return xi / ((xi + t * t) * sqrt(xi + t * t)); };
      break;
    case 20:
      p.f = [=](double, double, double v) { return Slopes{(1 - v * v) / xi, 0, -2 * v / xi}; };
      p.exact = [=](double t) {  // log cosh u without overflow
        const double u = std::fabs(t - 0.745) / xi;
        return 1 + xi * (u + std::log1p(exp(-2 * u)) - std::numbers::ln2);
      };
      p.exact_rate = [=](double t) { return std::tanh((t - 0.745) / xi); };
      break;
    default:  // 21
      p.f = [=](double t, double y, double) {
        return Slopes{(y + y * y - exp(-2 * t / s)) / xi, (1 + 2 * y) / xi, 0};
      };
      p.exact = [=](double t) { return exp(-t / s); };
      p.exact_rate = [=](double t) { return -exp(-t / s) / s; };
  }
  p.left = p.exact(p.a);
  p.right = p.exact(p.b);
  return p;
}

/// y'' = μ sinh(μ y), y(0) = 0, y(1) = 1.
inline ScalarProblem troesch(double mu) {
  ScalarProblem p;
  p.name = "Troesch, mu = " + std::to_string(mu);
  p.right = 1;
  p.f = [=](double, double y, double) {
    return Slopes{mu * std::sinh(mu * y), mu * mu * std::cosh(mu * y), 0};
  };
  return p;
}

/// y'' = −e^y, y(0) = y(1) = 0: two solutions.
inline ScalarProblem bratu() {
  ScalarProblem p;
  p.name = "Bratu";
  p.f = [](double, double y, double) { return Slopes{-std::exp(y), -std::exp(y), 0}; };
  return p;
}

}  // namespace zwang::test
