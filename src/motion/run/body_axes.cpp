// SPDX-License-Identifier: Apache-2.0
#include "motion/run/body_axes.h"

#include <algorithm>
#include <array>

#include "motion/natural_size.h"

namespace zwang::motion {

namespace {

/// Of real part and vector.
using Four = std::array<double, 4>;

Four four(const double* x) { return {x[0], x[1], x[2], x[3]}; }

Four times(const Four& a, const Four& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// a⁻¹ b.
Four over(const Four& a, const Four& b) {
  const double square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3];
  Four c = times({a[0], -a[1], -a[2], -a[3]}, b);
  for (double& x : c) x /= square;
  return c;
}

Four plus(const Four& a, const Four& b, double sign = 1) {
  return {a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2], a[3] + sign * b[3]};
}

void store(const Four& a, double* x) { std::copy(a.begin(), a.end(), x); }

}  // namespace

BodyAxes::BodyAxes(RightSide& side) : side_(side), n_(side.equations().n) {
  if (side.equations().order == 2) first_ = quaternions(side.equations());
  if (!is_plain()) y_ = AlignedArray(side.layout().size());
}

void BodyAxes::turn_in(const double* y, double* z) const noexcept {
  std::copy_n(y, side_.layout().size(), z);
  for (const Index i : first_) store(over(four(y + i), four(y + n_ + i)), z + n_ + i);
}

void BodyAxes::turn_in_rate(const double* y, const double* f, double* dz) const noexcept {
  if (dz != f) std::copy_n(f, side_.layout().size(), dz);
  for (const Index i : first_) {
    const Four e = four(y + i), u = over(e, four(y + n_ + i));
    store(plus(over(e, four(f + n_ + i)), times(u, u), -1), dz + n_ + i);
  }
}

void BodyAxes::turn_out(double* z) const noexcept {
  for (const Index i : first_) store(times(four(z + i), four(z + n_ + i)), z + n_ + i);
}

void BodyAxes::turn_out_error(const double* z, double* error) const noexcept {
  for (const Index i : first_) {
    const Four e = four(z + i), u = four(z + n_ + i);
    store(plus(times(four(error + i), u), times(e, four(error + n_ + i))), error + n_ + i);
  }
}

bool BodyAxes::rate(double t, const double* z, double* dz) noexcept {
  double* const y = y_.data();
  std::copy_n(z, side_.layout().size(), y);
  turn_out(y);
  if (!side_.rate(t, y, dz)) return false;
  turn_in_rate(y, dz, dz);
  return true;
}

ode::System BodyAxes::system() noexcept {
  if (is_plain()) return side_.system();
  ode::System system;
  system.n = side_.layout().size();
  system.self = this;
  system.f = [](void* self, double t, const double* z, double* dz) noexcept {
    return static_cast<BodyAxes*>(self)->rate(t, z, dz);
  };
  return system;
}

}  // namespace zwang::motion
