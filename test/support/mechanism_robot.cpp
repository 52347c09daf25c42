// SPDX-License-Identifier: Apache-2.0
// A serial robot in space. Velocities are carried from link to link in the frames of the links, so
// that what the links share is computed once.

#include <array>

#include "support/mechanism_builder.h"
#include "support/mechanism_numbers.h"
#include "support/mechanisms.h"

namespace zwang::test {

namespace {

using Vector3 = std::array<Expr, 3>;

Expr dot(const Vector3& x, const Vector3& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

Vector3 cross(const Vector3& x, const Vector3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Vector3 plus(const Vector3& x, const Vector3& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }

/// x seen from a frame that is turned about `axis`.
Vector3 turned(Vector3 x, int axis, Expr angle) {
  Expr& y = x[static_cast<std::size_t>((axis + 1) % 3)];
  Expr& z = x[static_cast<std::size_t>((axis + 2) % 3)];
  const Expr s = sin(angle), c = cos(angle), before = y;
  y = c * before + s * z;
  z = c * z - s * before;
  return x;
}

Vector3 parameters3(MechanismBuilder& build, const double* values) {
  return {build.parameter(values[0]), build.parameter(values[1]), build.parameter(values[2])};
}

/// T − V of link i from the velocity and height of its centre of mass, and its spin.
Expr link_lagrangian(MechanismBuilder& build, int i, const Vector3& v, const Vector3& w,
                     Expr height, Expr g) {
  const Expr m = build.parameter(robot::mass(i));
  Expr spin = build.number(0);
  for (std::size_t k = 0; k < 3; ++k)
    spin = spin + build.parameter(robot::inertia[k] * robot::mass(i)) * square(w[k]);
  return 0.5 * m * (square(v[0]) + square(v[1]) + square(v[2])) + 0.5 * spin - m * g * height;
}

}  // namespace

Mechanism serial_robot(int joints, Parameters parameters) {
  MechanismBuilder build(joints, parameters);
  const Expr zero = build.number(0), one = build.number(1), g = build.parameter(gravity);
  const Vector3 offset = parameters3(build, robot::offset),
                centre = parameters3(build, robot::centre);
  Vector3 w = {zero, zero, zero}, v = w, up = {zero, zero, one};
  Expr L = zero, height = zero;
  for (int i = 0; i < joints; ++i) {
    const int axis = i % 3;
    if (i > 0) {
      height = height + dot(up, offset);
      v = plus(v, cross(w, offset));
    }
    w = turned(w, axis, build.q(i));
    v = turned(v, axis, build.q(i));
    up = turned(up, axis, build.q(i));
    Expr& spin = w[static_cast<std::size_t>(axis)];
    spin = spin + build.v(i);
    L = L + link_lagrangian(build, i, plus(v, cross(w, centre)), w, height + dot(up, centre), g);
  }
  build.lagrangian(L);
  return build.take();
}

Mechanism tip_pose(int joints, Parameters parameters) {
  MechanismBuilder build(joints, parameters);
  const Expr zero = build.number(0), one = build.number(1);
  const Vector3 offset = parameters3(build, robot::offset);
  // Rows of the rotation from the link to the base, and the joint's place.
  std::array<Vector3, 3> R = {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
  Vector3 place = {zero, zero, zero};
  for (int i = 0; i < joints; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (i > 0) place[k] = place[k] + dot(R[k], offset);
      R[k] = turned(R[k], i % 3, build.q(i));
    }
  }
  for (const Expr& x : place) build.constraint(x - 0.2);
  for (const Expr& x : {R[0][1], R[0][2], R[1][2]}) build.constraint(x - 0.1);
  return build.take();
}

}  // namespace zwang::test
