// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tree along a curve q(t), by Taylor series: the poses of the joints, and nothing else of the
// library, are computed over polynomials in t, whose coefficients are the derivatives, exact but
// for rounding. No difference quotient has such digits.

#include <cmath>
#include <vector>

#include "bodies/coordinate_rates.h"
#include "bodies/joint/joints.h"
#include "bodies/random_tree.h"

namespace zwang::test {

/// a + b t + c t².
struct Taylor {
  double a, b = 0, c = 0;
  explicit Taylor(double a0, double b0 = 0, double c0 = 0) : a(a0), b(b0), c(c0) {}
  Taylor() : a(0) {}
};

inline Taylor operator+(const Taylor& x, const Taylor& y) {
  return Taylor(x.a + y.a, x.b + y.b, x.c + y.c);
}
inline Taylor operator-(const Taylor& x) { return Taylor(-x.a, -x.b, -x.c); }
inline Taylor operator-(const Taylor& x, const Taylor& y) { return x + -y; }
inline Taylor operator*(const Taylor& x, const Taylor& y) {
  return Taylor(x.a * y.a, x.a * y.b + x.b * y.a, x.a * y.c + x.b * y.b + x.c * y.a);
}
inline Taylor operator/(const Taylor& x, const Taylor& y) {
  const double a = x.a / y.a, b = (x.b - a * y.b) / y.a;
  return Taylor(a, b, (x.c - a * y.c - b * y.b) / y.a);
}
inline bodies::Turn<Taylor> turn(const Taylor& x) {
  const double s = std::sin(x.a), c = std::cos(x.a);
  return {Taylor(s, c * x.b, c * x.c - s * x.b * x.b / 2),
          Taylor(c, -s * x.b, -s * x.c - c * x.b * x.b / 2)};
}

using Series = bodies::Vec3<Taylor>;
inline Unit value(const Series& x) { return {x.x.a, x.y.a, x.z.a}; }
inline Unit rate(const Series& x) { return {x.x.b, x.y.b, x.z.b}; }
inline Unit acceleration(const Series& x) { return {2 * x.x.c, 2 * x.y.c, 2 * x.z.c}; }

/// Where each body is, as series; and v, v̇ on the curve, quaternions free to leave the sphere.
struct TaylorTree {
  TaylorTree(RandomTree& t, Random& random);

  Series point(Index body, const Unit& local) const {
    const auto i = static_cast<std::size_t>(body);
    return p[i] + R[i] * Series{Taylor(local.x), Taylor(local.y), Taylor(local.z)};
  }
  /// ω, twice the axial vector of Ṙ Rᵀ, and ω̇, of its derivative R̈ Rᵀ + Ṙ Ṙᵀ.
  Unit omega(Index body) const;
  Unit omega_dot(Index body) const;

  std::vector<bodies::Mat3<Taylor>> R;
  std::vector<Series> p;
  std::vector<double> qdot, qddot;
};

/// Replaces the rates and accelerations of `t` by those of the curve.
inline TaylorTree::TaylorTree(RandomTree& t, Random& random) {
  std::vector<Taylor> q;
  for (double x : t.q) {
    qdot.push_back(random.normal());
    qddot.push_back(random.normal());
    q.emplace_back(x, qdot.back(), qddot.back() / 2);
  }
  for (std::size_t i = 0; i < t.tree.bodies.size(); ++i) {
    const bodies::Body& body = t.tree.bodies[i];
    const bool root = body.parent == bodies::ground;
    const auto up = root ? bodies::identity3<Taylor>() : R[static_cast<std::size_t>(body.parent)];
    const auto base = root ? bodies::zero3<Taylor>() : p[static_cast<std::size_t>(body.parent)];
    bodies::with_joint(body.joint, [&](auto joint) {
      bodies::Pose<Taylor> pose;
      bodies::Motion<Taylor> S[6];
      joint.place(seat_of(t.solids.of[i], up), bodies::joint_numbers<Taylor>(t.solids.of[i]),
                  q.data() + body.q, pose, S);
      R.push_back(pose.R);
      p.push_back(base + pose.r);
    });
  }
  std::vector<double> g(t.v.size());
  rates_from(t.tree, t.q.data(), qdot.data(), t.v.data());
  rates_from(t.tree, t.q.data(), qddot.data(), t.vdot.data());  // G q̈
  rates_bias(t.tree, t.q.data(), qdot.data(), g.data());
  for (std::size_t k = 0; k < g.size(); ++k) t.vdot[k] += g[k];
}

inline Unit half(const Unit& a) { return {a.x / 2, a.y / 2, a.z / 2}; }

inline Unit TaylorTree::omega(Index body) const {
  const auto& A = R[static_cast<std::size_t>(body)];
  return half(cross(value(A.x), rate(A.x)) + cross(value(A.y), rate(A.y)) +
              cross(value(A.z), rate(A.z)));
}
inline Unit TaylorTree::omega_dot(Index body) const {
  const auto& A = R[static_cast<std::size_t>(body)];
  return half(cross(value(A.x), acceleration(A.x)) + cross(value(A.y), acceleration(A.y)) +
              cross(value(A.z), acceleration(A.z)));
}

}  // namespace zwang::test
