// SPDX-License-Identifier: Apache-2.0
#pragma once
// A point on the unit sphere of R^n: F = |v|²/2 − g·x − x·Kx/2, φ = (x·x − 1)/2, from t = 0 to T.
// In the plane with g = (0, 1) the pendulum of [XUMK94], without g and K great circles. The
// explicit equation by hand: x'' = a + x (−|v|² − x·a)/|x|², a = −g − K x.

#include <cmath>

#include "bvp/curve.h"
#include "support/system.h"
#include "variation/fields/jacobi_plan.h"

namespace zwang::test {

struct Sphere {
  Vector g;
  Matrix K;
  double T = 1;
  Vector from, to;  // ends, where asked for

  explicit Sphere(Index n) : g(Vector::Zero(n)), K(Matrix::Zero(n, n)) {}

  bvp::Bvp bvp() const;
  variation::Functional functional() const;
  /// From (x, dx/dt) at the start.
  std::vector<double> state(const Vector& x, const Vector& v) const {
    std::vector<double> z(x.begin(), x.end());
    for (double rate : v) z.push_back(T * rate);
    return z;
  }
  variation::JacobiPlan plan(const bvp::Bvp& bvp, const variation::Functional& functional,
                             const bvp::Curve& curve) const {
    variation::JacobiPlan plan;
    plan.bvp = &bvp;
    plan.functional = &functional;
    plan.curve = &curve;
    plan.t1 = T;
    return plan;
  }

  void slopes(const double* z, double* out, double* gz) const;
};

inline void Sphere::slopes(const double* z, double* out, double* gz) const {
  const Index n = g.size();
  const Eigen::Map<const Vector> x(z, n), u(z + n, n);
  const Vector a = -g - K * x, v = u / T;
  const double r2 = x.squaredNorm(), s = (-v.squaredNorm() - x.dot(a)) / r2;
  Eigen::Map<Vector>(out, n) = T * T * (a + s * x);
  if (!gz) return;
  const Vector by_x = (-a + K.transpose() * x - 2 * s * x) / r2;  // of s
  Eigen::Map<Matrix> J(gz, n, 2 * n);
  J.leftCols(n) = T * T * (-K + s * Matrix::Identity(n, n) + x * by_x.transpose());
  J.rightCols(n) = T * x * (-2 / r2 * v).transpose();
}

inline bvp::Bvp Sphere::bvp() const {
  bvp::Bvp bvp;
  bvp.n = g.size();
  bvp.self = const_cast<Sphere*>(this);
  bvp.set = [](void*, const double*) noexcept { return true; };
  bvp.rate = [](void* self, double, const double* z, double* out) noexcept {
    static_cast<const Sphere*>(self)->slopes(z, out, nullptr);
    return std::isfinite(out[0]);
  };
  bvp.slopes = [](void* self, double, const double* z, double* out, double* gz, double*) noexcept {
    static_cast<const Sphere*>(self)->slopes(z, out, gz);
    return std::isfinite(out[0]);
  };
  bvp.ends = [](void* self, const double* z0, const double* z1, double* B, double* B0, double* B1,
                double*) noexcept {
    const auto& sphere = *static_cast<const Sphere*>(self);
    const Index n = sphere.g.size();
    for (Index i = 0; i < n; ++i) {
      B[i] = z0[i] - sphere.from[i];
      B[n + i] = z1[i] - sphere.to[i];
    }
    if (B0) Eigen::Map<Matrix>(B0, 2 * n, 2 * n).setIdentity().bottomRows(n).setZero();
    if (B1) {
      Eigen::Map<Matrix> J(B1, 2 * n, 2 * n);
      J.setZero();
      J.bottomLeftCorner(n, n).setIdentity();
    }
    return true;
  };
  return bvp;
}

inline variation::Functional Sphere::functional() const {
  variation::Functional f;
  f.n = g.size();
  f.rows = 1;
  f.self = const_cast<Sphere*>(this);
  f.slopes = [](void* self, double, const double* px, const double* pv, const double*,
                const double*, double* F, double* F_x, double* F_v, double* F_xx, double* F_xv,
                double* F_vv) noexcept {
    const auto& sphere = *static_cast<const Sphere*>(self);
    const Index n = sphere.g.size();
    const Eigen::Map<const Vector> x(px, n), v(pv, n);
    *F = 0.5 * v.squaredNorm() - sphere.g.dot(x) - 0.5 * x.dot(sphere.K * x);
    Eigen::Map<Vector>(F_x, n) = -sphere.g - sphere.K * x;
    Eigen::Map<Vector>(F_v, n) = v;
    Eigen::Map<Matrix>(F_xx, n, n) = -sphere.K;
    Eigen::Map<Matrix>(F_xv, n, n).setZero();
    Eigen::Map<Matrix>(F_vv, n, n).setIdentity();
    return true;
  };
  f.position_rows = [](void* self, double, const double* x, double* phi, double* A) noexcept {
    const Index n = static_cast<const Sphere*>(self)->g.size();
    phi[0] = -0.5;
    for (Index i = 0; i < n; ++i) phi[0] += 0.5 * x[i] * x[i], A[i] = x[i];
    return true;
  };
  return f;
}

/// x = (sin θ, −cos θ).
inline Vector on_circle(double theta) { return vector({std::sin(theta), -std::cos(theta)}); }
inline Vector along_circle(double theta) { return vector({std::cos(theta), std::sin(theta)}); }

inline Sphere pendulum(double T) {
  Sphere sphere(2);
  sphere.g = vector({0, 1});
  sphere.T = T;
  return sphere;
}

}  // namespace zwang::test
