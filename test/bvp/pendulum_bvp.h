// SPDX-License-Identifier: Apache-2.0
#pragma once
// The papers' pendulum, x = (sin θ, −cos θ), between two positions, as a Bvp in both coordinates:
// x'' = T² a + x (−|v|² − T² x·a)/|x|² with a = (0, −1), which is the shortest change of T² a that
// keeps the second derivative of |x|² at zero. [XUMK94]

#include <cmath>

#include "bvp/curve.h"

namespace zwang::test {

struct PendulumArc {
  double from = 0, to = 0, T = 1;  // angles, time
  mutable long calls = 0;

  bvp::Bvp bvp() const;
  /// The arc from one angle to the other, evenly.
  bvp::Curve arc(Index stages, Index intervals) const;
};

inline bool pendulum_slopes(const PendulumArc& p, const double* z, double* g, double* gz) noexcept {
  ++p.calls;
  const double x = z[0], y = z[1], u = z[2], v = z[3], weight = p.T * p.T;
  const double r2 = x * x + y * y, m = (-(u * u + v * v) + weight * y) / r2;
  g[0] = m * x;
  g[1] = m * y - weight;
  if (gz) {
    const double by[4] = {-2 * x * m / r2, (weight - 2 * y * m) / r2, -2 * u / r2, -2 * v / r2};
    for (int k = 0; k < 4; ++k) {
      gz[k] = by[k] * x + (k == 0 ? m : 0);
      gz[4 + k] = by[k] * y + (k == 1 ? m : 0);
    }
  }
  return std::isfinite(m);
}

inline bvp::Bvp PendulumArc::bvp() const {
  bvp::Bvp bvp;
  bvp.n = 2;
  bvp.self = const_cast<PendulumArc*>(this);
  bvp.set = [](void*, const double*) noexcept { return true; };
  bvp.rate = [](void* self, double, const double* z, double* g) noexcept {
    return pendulum_slopes(*static_cast<const PendulumArc*>(self), z, g, nullptr);
  };
  bvp.slopes = [](void* self, double, const double* z, double* g, double* gz, double*) noexcept {
    return pendulum_slopes(*static_cast<const PendulumArc*>(self), z, g, gz);
  };
  bvp.ends = [](void* self, const double* z0, const double* z1, double* B, double* B0, double* B1,
                double*) noexcept {
    const auto& p = *static_cast<const PendulumArc*>(self);
    B[0] = z0[0] - std::sin(p.from);
    B[1] = z0[1] + std::cos(p.from);
    B[2] = z1[0] - std::sin(p.to);
    B[3] = z1[1] + std::cos(p.to);
    for (int k = 0; k < 16 && B0; ++k) B0[k] = k == 0 || k == 5 ? 1 : 0;
    for (int k = 0; k < 16 && B1; ++k) B1[k] = k == 8 || k == 13 ? 1 : 0;
    return true;
  };
  return bvp;
}

inline bvp::Curve PendulumArc::arc(Index stages, Index intervals) const {
  bvp::Curve curve = bvp::make_curve(bvp(), stages, intervals);
  for (Index i = 0; i <= intervals; ++i) {
    const double rate = to - from, angle = from + curve.mesh[i] * rate;
    double* z = curve.at(i);
    z[0] = std::sin(angle);
    z[1] = -std::cos(angle);
    z[2] = rate * std::cos(angle);
    z[3] = rate * std::sin(angle);
  }
  return curve;
}

}  // namespace zwang::test
