// SPDX-License-Identifier: Apache-2.0
// What programs said over (q, X), over q. [SOLIDS 8-10]: a = J q̈ + J̇ q̇, H = Σ JᵀM J,
// h = Σ Jᵀ(M J̇ q̇ + n), Q = Σ Jᵀw − h.

#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/coordinate_rates.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/space/quaternion.h"
#include "equations/solids/moving_solids.h"

namespace zwang::equations {

using bodies::Force;
using bodies::Vec3;

namespace {

/// x, or 0 where it is what rounding leaves of terms of this size: a row that a mechanism does not
/// feel (out of its plane, or of one body with itself) must not look like one that it feels a little.
double rounded(double x, double size) {
  constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();
  return std::abs(x) > rounding * size ? x : 0.0;
}

/// A size without a root.
double size_of(const Vec3<double>& a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z); }

/// Jᵀf of one joint, added to the numbers of its coordinates, and the sizes of its terms to theirs;
/// `torque`: the size of what the torque of f was summed from.
void add_joint(const bodies::Body& body, const bodies::Kinematics& kinematics, const double* q,
               const Force<double>& f, double torque, double* to, double* sizes) {
  const double force = size_of(f.force);
  const auto size_along = [&](Index i) {
    const bodies::Motion<double>& S = kinematics.S(i);
    return size_of(S.angular) * torque + size_of(S.linear) * force;
  };
  const Index turning = has_quaternion(body.joint) ? rates(body.joint) - 3 : rates(body.joint);
  for (Index k = 0; k < turning; ++k) {
    to[k] += dot(kinematics.S(body.v + k), f);
    sizes[k] += size_along(body.v + k);
  }
  if (!has_quaternion(body.joint)) return;
  const Index i = body.v + turning;
  const auto along = [&](Index j) { return dot(kinematics.S(j), f); };
  const bodies::Quaternion<double> e = bodies::quaternion(q + body.q + turning);
  const bodies::Quaternion<double> over_e =
      over_rates(e, Vec3<double>{along(i), along(i + 1), along(i + 2)});
  to[turning] += over_e.w;
  to[turning + 1] += over_e.v.x;
  to[turning + 2] += over_e.v.y;
  to[turning + 3] += over_e.v.z;
  // over_rates divides by |e|/2; the sum of its numbers is from one to two times |e|
  const double size =
      4 * (size_along(i) + size_along(i + 1) + size_along(i + 2)) / (std::abs(e.w) + size_of(e.v));
  for (Index k = 0; k < 4; ++k) sizes[turning + k] += size;
}

/// How rounding grows along a path: each joint adds its own to where the outer ones are.
double growth(const RowMap& map, std::size_t along) {
  const Index next = along + 1 < map.along.size() ? map.along[along + 1].path
                                                  : static_cast<Index>(map.place.size());
  return 1 + static_cast<double>(next - map.along[along].path) / 16;
}

}  // namespace

void MovingSolids::reduce_rows(const RowMap& map, const double* written, double* reduced,
                               Index entries) noexcept {
  double* const sizes = scratch_.sizes.data();
  std::fill_n(reduced, entries, 0.0);
  std::fill_n(sizes, entries, 0.0);
  for (const RowMap::Copy& copy : map.copies) reduced[copy.to] += written[copy.from];
  for (std::size_t k = 0; k < map.along.size(); ++k) {
    const RowMap::Along& along = map.along[k];
    const Frame& frame = solids_.frames[at(along.frame)];
    const Vec3<double> a = along.entries(written), arm = bodies::vec3<double>(local(along.frame));
    Force<double> f = wrench_of(frame.kind, kinematics_[frame.body].R, local(along.frame), a);
    const double grown = growth(map, k);
    double torque = grown * size_of(a) * (frame.kind == FrameKind::omega ? 1 : size_of(arm));
    const Index* place = map.place.data() + along.path;
    for (Index body = frame.body; body != bodies::ground; ++place) {
      const bodies::Body& joint = solids_.tree.bodies[at(body)];
      if (*place >= 0) {
        add_joint(joint, kinematics_, q(), f, torque, reduced + *place, sizes + *place);
      }
      f = inward(f, kinematics_[body].r);
      torque += grown * size_of(kinematics_[body].r) * size_of(f.force);
      body = joint.parent;
    }
  }
  for (Index k = 0; k < entries; ++k) reduced[k] = rounded(reduced[k], sizes[k]);
}

double MovingSolids::bias_size(Index frame) const noexcept {
  const FrameKind kind = solids_.frames[at(frame)].kind;
  double arm = kind == FrameKind::omega ? 1 : size_of(bodies::vec3<double>(local(frame)));
  double turning = 0, sliding = 0;
  for (Index body = solids_.frames[at(frame)].body; body != bodies::ground;) {
    const bodies::BodyState& state = kinematics_[body];
    turning = std::max(turning, size_of(state.velocity.angular));
    sliding = std::max(sliding, size_of(state.velocity.linear));
    if (kind == FrameKind::point) arm += size_of(state.r);
    body = solids_.tree.bodies[at(body)].parent;
  }
  return turning * (turning * arm + (kind == FrameKind::point ? sliding : 0));
}

void MovingSolids::reduce_demand(const double* A_written, const double* b_written, const double* A,
                                 double* b) const noexcept {
  const std::vector<RowMap::Along>& along = solids_.A_rows.along;
  std::copy_n(b_written, equations_.m, b);
  for (std::size_t k = 0; k < along.size();) {  // row by row
    const std::size_t first = k;
    const Index row = along[k].row;
    double size = std::abs(b[row]);
    for (; k < along.size() && along[k].row == row; ++k) {
      const Vec3<double> a = along[k].entries(A_written),
                         bias = bodies::vec3<double>(this->bias(along[k].frame));
      b[row] -= dot(a, bias);
      size += growth(solids_.A_rows, k) * size_of(a) * size_of(bias);
    }
    b[row] = rounded(b[row], size);
    const Pattern& pattern = equations_.A();
    const double *const begin = A + pattern.begin[at(row)], *const end =
                                                                A + pattern.begin[at(row) + 1];
    if (b[row] == 0 || std::any_of(begin, end, [](double x) { return x != 0; })) continue;
    // What nothing feels must ask for 0. The bias of an axis that turns about itself is all rounding:
    // of w times w times the axis, not of what is left.
    for (std::size_t i = first; i < k; ++i) {
      size += growth(solids_.A_rows, i) * size_of(along[i].entries(A_written)) *
              bias_size(along[i].frame);
    }
    b[row] = rounded(b[row], size);
  }
}

// The forces along X, as wrenches on the bodies.
void MovingSolids::gather(const double* along_X) noexcept {
  for (Force<double>& wrench : wrenches_) wrench = bodies::zero_force<double>();
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    const Frame& frame = solids_.frames[f];
    wrenches_[at(frame.body)] +=
        wrench_of(frame.kind, kinematics_[frame.body].R, local(static_cast<Index>(f)),
                  bodies::vec3<double>(along_X + 3 * f));
  }
}

// With what acts besides.
void MovingSolids::gather_applied(const double* along_X) noexcept {
  gather(along_X);
  if (!is_pushed_) return;
  for (std::size_t k = 0; k < wrenches_.size(); ++k) wrenches_[k] += pushed_[k];
}

double MovingSolids::push(const double* on_bodies) noexcept {
  is_pushed_ = on_bodies != nullptr;
  double power = 0;
  for (std::size_t k = 0; is_pushed_ && k < pushed_.size(); ++k, on_bodies += 6) {
    const bodies::BodyState& state = kinematics_[static_cast<Index>(k)];
    pushed_[k] = wrench_of(FrameKind::point, state.R, numbers_.of[k].center,
                           bodies::vec3<double>(on_bodies));
    pushed_[k].torque = pushed_[k].torque + bodies::vec3<double>(on_bodies + 3);
    power += dot(state.velocity, pushed_[k]);
  }
  return power;
}

void MovingSolids::reduce_force(const double* written, double* f) noexcept {
  std::copy_n(written, n_, f);
  gather(written + n_);
  std::fill_n(scratch_.tau.data(), solids_.tree.nv, 0.0);
  bodies::add_forces(solids_.tree, kinematics_, wrenches_.data(), scratch_.tau.data());
  bodies::forces_over_coordinates(solids_.tree, q(), scratch_.tau.data(), scratch_.over_q.data());
  for (Index i = 0; i < solids_.tree.nq; ++i) f[solids_.first + i] += scratch_.over_q.data()[i];
}

void MovingSolids::fill_load(const double* numbers, double* tau) noexcept {
  const double* const written = numbers + solids_.written.begin(Array::Q);
  gather_applied(written + n_);
  bodies::forces_over_rates(solids_.tree, q(), written + solids_.first, tau);
}

void MovingSolids::reduce_applied(const double* numbers, double* Q) noexcept {
  const bodies::Tree& tree = solids_.tree;
  double* const written = scratch_.written.data();
  std::copy_n(numbers + solids_.written.begin(Array::Q), solids_.n_written(), written);
  for (const WrittenMass::Along& entry : solids_.mass.along) {
    if (entry.column >= n_) {
      written[entry.row] -= numbers[entry.from] * bias_.data()[entry.column - n_];
    }
  }
  std::copy_n(written, n_, Q);
  gather_applied(written + n_);
  // Where the length of a quaternion changes, v̇ = G q̈ + g: what is left of it at q̈ = 0.
  bodies::rates_bias(tree, q(), v_.data(), scratch_.over_q.data());
  bodies::Demand demand;
  demand.acceleration = scratch_.over_q.data();
  demand.external = wrenches_.data();
  demand.gravity = bodies::vec3<double>(numbers_.gravity);
  inverse_.solve(tree, numbers_, kinematics_, demand, scratch_.tau.data());
  bodies::forces_over_coordinates(tree, q(), scratch_.tau.data(), scratch_.over_q.data());
  for (Index i = 0; i < tree.nq; ++i) Q[solids_.first + i] -= scratch_.over_q.data()[i];
  // Free of its rows, a quaternion keeps to its sphere: e·ë = −ė·ė.
  for_each_quaternion([&](Index body, Index i) {
    const double *const e = q() + i, *const ed = v_.data() + i;
    double ee = 0, dd = 0;
    for (int k = 0; k < 4; ++k) {
      ee += e[k] * e[k];
      dd += ed[k] * ed[k];
    }
    const double pull = -length_mass(body) * dd / (ee * ee);
    for (Index k = 0; k < 4; ++k) Q[solids_.first + i + k] += pull * e[k];
  });
}

}  // namespace zwang::equations
