// SPDX-License-Identifier: Apache-2.0
#include "bodies/coordinate_rates.h"

#include <algorithm>

#include "bodies/space/quaternion.h"

namespace zwang::bodies {

namespace {

/// plain(q, v, count) for coordinates that are their own rates, turning(e, ω) for quaternions:
/// first numbers of each.
template <class Plain, class Turning>
void each_part(const Tree& tree, Index first, Index last, Plain&& plain,
               Turning&& turning) noexcept {
  for (Index b = first; b < last; ++b) {
    const Body& body = tree.bodies[static_cast<std::size_t>(b)];
    const Index own = has_quaternion(body.joint) ? rates(body.joint) - 3 : rates(body.joint);
    plain(body.q, body.v, own);
    if (has_quaternion(body.joint)) turning(body.q + own, body.v + own);
  }
}
template <class Plain, class Turning>
void each_part(const Tree& tree, Plain&& plain, Turning&& turning) noexcept {
  each_part(tree, 0, tree.size(), plain, turning);
}

}  // namespace

void rates_from(const Tree& tree, const double* q, const double* qdot, double* v) noexcept {
  each_part(
      tree, [&](Index i, Index k, Index count) { std::copy_n(qdot + i, count, v + k); },
      [&](Index i, Index k) { store(omega_of(quaternion(q + i), quaternion(qdot + i)), v + k); });
}

void rates_bias(const Tree& tree, const double* q, const double* qdot, double* g) noexcept {
  each_part(
      tree, [&](Index, Index k, Index count) { std::fill_n(g + k, count, 0.0); },
      [&](Index i, Index k) {
        const Quaternion<double> e = quaternion(q + i), ed = quaternion(qdot + i);
        store((-2 * growth_of(e, ed)) * omega_of(e, ed), g + k);
      });
}

void coordinate_rates(const Tree& tree, const double* q, const double* v, double* qdot) noexcept {
  each_part(
      tree, [&](Index i, Index k, Index count) { std::copy_n(v + k, count, qdot + i); },
      [&](Index i, Index k) {
        store(rate_of(quaternion(q + i), vec3<double>(v + k), 0.0), qdot + i);
      });
}

void coordinate_accelerations(const Tree& tree, const double* q, const double* qdot,
                              const double* vdot, double* qddot) noexcept {
  each_part(
      tree, [&](Index i, Index k, Index count) { std::copy_n(vdot + k, count, qddot + i); },
      [&](Index i, Index k) {
        store(acceleration_of(quaternion(q + i), quaternion(qdot + i), vec3<double>(vdot + k)),
              qddot + i);
      });
}

void forces_over_coordinates(const Tree& tree, const double* q, const double* over_v,
                             double* over_q) noexcept {
  forces_over_coordinates(tree, 0, tree.size(), q, over_v, over_q);
}

void forces_over_coordinates(const Tree& tree, Index first, Index last, const double* q,
                             const double* over_v, double* over_q) noexcept {
  if (first == last) return;
  const Index q0 = tree.bodies[at(first)].q, v0 = tree.bodies[at(first)].v;
  each_part(
      tree, first, last,
      [&](Index i, Index k, Index count) { std::copy_n(over_v + k - v0, count, over_q + i - q0); },
      [&](Index i, Index k) {
        store(over_rates(quaternion(q + i), vec3<double>(over_v + k - v0)), over_q + i - q0);
      });
}

void forces_over_rates(const Tree& tree, const double* q, const double* over_q,
                       double* over_v) noexcept {
  each_part(
      tree, [&](Index i, Index k, Index count) { std::copy_n(over_q + i, count, over_v + k); },
      [&](Index i, Index k) {
        store(over_omega(quaternion(q + i), quaternion(over_q + i)), over_v + k);
      });
}

}  // namespace zwang::bodies
