// SPDX-License-Identifier: Apache-2.0
#include "flow/steppers/body_axes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/space/quaternion.h"

namespace zwang::motion {

namespace {

using bodies::quaternion;
using bodies::Quaternion;

// Moments that differ by less, relative to the largest, count as equal.
constexpr double different = 1e-4;

/// About the origin of the body frame for a ball, which turns about it, else about the center:
/// xx yy zz xy xz yz.
void moments_that_count(const bodies::SolidNumbers& solid, bodies::Joint joint, double* I) {
  std::copy_n(solid.inertia, 6, I);
  if (joint == bodies::Joint::free) return;
  const double m = solid.mass, *const c = solid.center;
  const double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  for (int k = 0; k < 3; ++k) I[k] += m * (square - c[k] * c[k]);
  I[3] -= m * c[0] * c[1];
  I[4] -= m * c[0] * c[2];
  I[5] -= m * c[1] * c[2];
}

/// Whether all three principal moments differ; by the roots of the characteristic polynomial as cosines.
bool is_triaxial(const double* I) {
  const double mean = (I[0] + I[1] + I[2]) / 3;
  const double x = I[0] - mean, y = I[1] - mean, z = I[2] - mean;
  const double off = I[3] * I[3] + I[4] * I[4] + I[5] * I[5];
  const double p = std::sqrt((x * x + y * y + z * z + 2 * off) / 6);
  if (!(p > 0)) return false;
  const double determinant =
      x * (y * z - I[5] * I[5]) - I[3] * (I[3] * z - I[5] * I[4]) + I[4] * (I[3] * I[5] - y * I[4]);
  const double angle = std::acos(std::clamp(determinant / (2 * p * p * p), -1.0, 1.0)) / 3;
  const double largest = mean + 2 * p * std::cos(angle);
  const double least = mean + 2 * p * std::cos(angle + 2 * std::numbers::pi / 3);
  const double middle = 3 * mean - largest - least;
  return std::min(largest - middle, middle - least) > different * std::abs(largest);
}

/// Nothing but forces acts on it: no row binds its coordinates, which begin at `first`, and nothing hangs on
/// it. A ball turns about its center.
bool is_left_alone(const equations::Equations& equations, std::size_t body,
                   const bodies::SolidNumbers& solid, Index first) {
  const auto& bodies = equations.solids->tree.bodies;
  const double* const c = solid.center;
  if (bodies[body].joint != bodies::Joint::free && (c[0] != 0 || c[1] != 0 || c[2] != 0))
    return false;
  if (bodies[body].parent != bodies::ground) return false;
  for (const auto& other : bodies) {
    if (other.parent == static_cast<Index>(body)) return false;
  }
  const equations::Pattern& A = equations.A();
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind == equations::Kind::norm) continue;
    for (Index k = A.begin[i]; k < A.begin[i + 1]; ++k) {
      if (A.column[at(k)] >= first && A.column[at(k)] < first + 4) return false;
    }
  }
  return true;
}

}  // namespace

BodyAxes::BodyAxes(RightSide& side) : side_(&side), at_(side.layout()) {
  const equations::Equations& equations = side.equations();
  if (!equations.solids || equations.order != 2) return;
  const auto& bodies = equations.solids->tree.bodies;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (!has_quaternion(bodies[k].joint)) continue;
    const bodies::SolidNumbers& solid = side.numbers().solids()->numbers().of[k];
    const Index first = equations.solids->first + bodies[k].q + coordinates(bodies[k].joint) - 4;
    double I[6];
    moments_that_count(solid, bodies[k].joint, I);
    if (is_triaxial(I) || is_left_alone(equations, k, solid, first)) first_.push_back(first);
  }
  if (empty()) return;
  y_ = AlignedArray(at_.size());
  f_ = AlignedArray(at_.size());
}

ode::System BodyAxes::system() noexcept {
  ode::System system;
  system.n = at_.size();
  system.self = this;
  system.f = [](void* self, double t, const double* z, double* g) noexcept {
    BodyAxes& axes = *static_cast<BodyAxes*>(self);
    axes.to_coordinates(z, axes.y_.data());
    if (!axes.side_->rate(t, axes.y_.data(), axes.f_.data())) return false;
    axes.rate_from_coordinates(axes.y_.data(), axes.f_.data(), g);
    return true;
  };
  return system;
}

void BodyAxes::from_coordinates(const double* y, double* z) const noexcept {
  std::copy_n(y, at_.size(), z);
  for (const Index i : first_) {
    double* const rate = z + at_.v() + i;
    rate[0] = 0;
    store(omega_of(quaternion(y + i), quaternion(y + at_.v() + i)), rate + 1);
  }
}

void BodyAxes::to_coordinates(const double* z, double* y) const noexcept {
  std::copy_n(z, at_.size(), y);
  for (const Index i : first_) {
    const double* const rate = z + at_.v() + i;
    store(rate_of(quaternion(z + i), bodies::vec3<double>(rate + 1), 0.0), y + at_.v() + i);
  }
}

void BodyAxes::rate_from_coordinates(const double* y, const double* f, double* g) const noexcept {
  std::copy_n(f, at_.size(), g);
  for (const Index i : first_) {
    const Index v = at_.v() + i;
    g[v] = 0;
    store(omega_dot_of(quaternion(y + i), quaternion(y + v), quaternion(f + v)), g + v + 1);
  }
}

void BodyAxes::error_to_coordinates(const double* z, double* error) const noexcept {
  for (const Index i : first_) {
    const Index v = at_.v() + i;
    const bodies::Vec3<double> omega = bodies::vec3<double>(z + v + 1);
    const bodies::Vec3<double> change = bodies::vec3<double>(error + v + 1);
    store(rate_of(quaternion(error + i), omega, 0.0) + rate_of(quaternion(z + i), change, 0.0),
          error + v);
  }
}

}  // namespace zwang::motion
