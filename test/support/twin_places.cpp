// SPDX-License-Identifier: Apache-2.0
#include "support/twin_places.h"

#include <cmath>

namespace zwang::bodies {

namespace {

using V = Vec3<double>;
using M = Mat3<double>;

/// u turned about the unit vector a.
V spun(const V& u, const V& a, double angle) {
  return std::cos(angle) * u + std::sin(angle) * cross(a, u) +
         ((1 - std::cos(angle)) * dot(a, u)) * a;
}
M spun(const M& E, const V& a, double angle) {
  return {spun(E.x, a, angle), spun(E.y, a, angle), spun(E.z, a, angle)};
}

}  // namespace

TwinPlaces::TwinPlaces(const Tree& the_tree, const Solids& solids, const double* q)
    : tree(the_tree) {
  for (Index i = 0; i < tree.size(); ++i) {
    const Index parent = body(i).parent;
    const SolidNumbers& solid = solids.of[static_cast<std::size_t>(i)];
    const M up = parent == ground ? identity3<double>() : R(parent);
    const V base = parent == ground ? zero3<double>() : origin(parent);
    settle(i, up * mat3<double>(solid.rotation), base + up * vec3<double>(solid.at), solid,
           q + body(i).q);
    for (std::size_t k = static_cast<std::size_t>(body(i).v); k < axes_.size(); ++k)
      axes_[k].o = origin(i);
  }
}

void TwinPlaces::add(Index i, const V& z, double turn, double shift, Index carried) {
  axes_.push_back({z, zero3<double>(), turn, shift, i, carried});
}

void TwinPlaces::shift_along(Index i, const V& z, double by, V& origin) {
  origin += by * z;
  add(i, z, 0, 1, 0);
}

/// By the angle and the axis of e, of any length. The axes of ω turn with the body: with all of the
/// joint's rates.
void TwinPlaces::turn_by_quaternion(Index i, M& R, const double* e) {
  const V u = vec3<double>(e + 1);
  const double sine = std::sqrt(dot(u, u));
  if (sine > 0) R = spun(R, R * ((1 / sine) * u), 2 * std::atan2(sine, e[0]));
  for (const V& z : {R.x, R.y, R.z}) add(i, z, 1, 0, rates(body(i).joint));
}

/// The pose of one body and the axes of its rates, from a joint frame E at `at`.
void TwinPlaces::settle(Index i, const M& E, const V& at, const SolidNumbers& solid,
                        const double* q) {
  const V a = E * vec3<double>(solid.axis);
  M R = E;
  V o = at;
  const auto turn_about = [&](const V& z, double angle, double way, Index carried) {
    R = spun(R, z, angle);
    o += (way * angle) * z;
    add(i, z, 1, way, carried);
  };
  switch (body(i).joint) {
    case Joint::fixed:
      break;
    case Joint::hinge:
      turn_about(a, q[0], 0, 0);
      break;
    case Joint::slider:
      shift_along(i, a, q[0], o);
      break;
    case Joint::screw:
      turn_about(a, q[0], solid.pitch / (2 * std::acos(-1.0)), 0);
      break;
    case Joint::cylinder:
      turn_about(a, q[0], 0, 0);
      shift_along(i, a, q[1], o);
      break;
    case Joint::universal:
      turn_about(a, q[0], 0, 0);
      turn_about(R * vec3<double>(solid.axis2), q[1], 0, 1);
      break;
    case Joint::planar:
      shift_along(i, E.x, q[0], o);
      shift_along(i, E.y, q[1], o);
      turn_about(E.z, q[2], 0, 0);
      break;
    case Joint::ball:
      turn_by_quaternion(i, R, q);
      break;
    case Joint::free:
      shift_along(i, E.x, q[0], o);
      shift_along(i, E.y, q[1], o);
      shift_along(i, E.z, q[2], o);
      turn_by_quaternion(i, R, q + 3);
      break;
  }
  R_.push_back(R);
  o_.push_back(o);
}

V TwinPlaces::velocity(Index i, const V& x, const double* v) const {
  V sum = zero3<double>();
  for (; i != ground; i = body(i).parent)
    for (Index k = body(i).v; k < body(i).v + rates(body(i).joint); ++k) {
      const TwinAxis& by = axis(k);
      sum += v[k] * (by.turn * cross(by.z, x - by.o) + by.shift * by.z);
    }
  return sum;
}

V TwinPlaces::omega(Index i, const double* v) const {
  V sum = zero3<double>();
  for (; i != ground; i = body(i).parent)
    for (Index k = body(i).v; k < body(i).v + rates(body(i).joint); ++k)
      sum += (v[k] * axis(k).turn) * axis(k).z;
  return sum;
}

V TwinPlaces::omega_of(const TwinAxis& by, const double* v) const {
  V sum = omega(body(by.body).parent, v);
  for (Index k = body(by.body).v; k < body(by.body).v + by.carried; ++k)
    sum += (v[k] * axis(k).turn) * axis(k).z;
  return sum;
}

}  // namespace zwang::bodies
