// SPDX-License-Identifier: Apache-2.0
#pragma once
// y'' = f(t, y, y') on a ≤ t ≤ b with y given at both ends, as a Bvp on 0 ≤ τ ≤ 1, and the textbook's
// examples of it. J. R. Cash, F. Mazzia, Bvp test problems; their numbers are kept.

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "bvp/curve.h"

namespace zwang::test {

struct Slopes {
  double f, by_y, by_v;
};

struct ScalarProblem {
  std::string name;
  double a = 0, b = 1, left = 0, right = 0;
  std::function<Slopes(double t, double y, double v)> f;
  std::function<double(double t)> exact, exact_rate;  // may be empty
  mutable long calls = 0;

  bvp::Bvp bvp() const;
  /// The straight line between the ends.
  bvp::Curve line(Index stages, Index intervals) const;
  double time(double tau) const { return a + tau * (b - a); }
};

inline bvp::Bvp ScalarProblem::bvp() const {
  bvp::Bvp bvp;
  bvp.n = 1;
  bvp.self = const_cast<ScalarProblem*>(this);
  bvp.set = [](void*, const double*) noexcept { return true; };
  bvp.rate = [](void* self, double tau, const double* z, double* g) noexcept {
    const auto& p = *static_cast<const ScalarProblem*>(self);
    const double L = p.b - p.a;
    ++p.calls;
    *g = L * L * p.f(p.time(tau), z[0], z[1] / L).f;
    return std::isfinite(*g);
  };
  bvp.slopes = [](void* self, double tau, const double* z, double* g, double* gz,
                  double*) noexcept {
    const auto& p = *static_cast<const ScalarProblem*>(self);
    const double L = p.b - p.a;
    ++p.calls;
    const Slopes s = p.f(p.time(tau), z[0], z[1] / L);
    *g = L * L * s.f;
    gz[0] = L * L * s.by_y;
    gz[1] = L * s.by_v;
    return std::isfinite(*g);
  };
  bvp.ends = [](void* self, const double* z0, const double* z1, double* B, double* B0, double* B1,
                double*) noexcept {
    const auto& p = *static_cast<const ScalarProblem*>(self);
    B[0] = z0[0] - p.left;
    B[1] = z1[0] - p.right;
    if (B0) B0[0] = 1, B0[1] = B0[2] = B0[3] = 0;
    if (B1) B1[2] = 1, B1[0] = B1[1] = B1[3] = 0;
    return true;
  };
  return bvp;
}

inline bvp::Curve ScalarProblem::line(Index stages, Index intervals) const {
  bvp::Curve curve = bvp::make_curve(bvp(), stages, intervals);
  for (Index i = 0; i <= intervals; ++i) {
    curve.at(i)[0] = left + curve.mesh[i] * (right - left);
    curve.at(i)[1] = right - left;
  }
  return curve;
}

}  // namespace zwang::test
