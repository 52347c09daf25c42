// SPDX-License-Identifier: Apache-2.0
// What programs said over (q, X), over q. [SOLIDS 8-10]: a = J q̈ + J̇ q̇, H = Σ JᵀM J,
// h = Σ Jᵀ(M J̇ q̇ + n), Q = Σ Jᵀw − h.

#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/coordinate_rates.h"
#include "bodies/generalised_force.h"
#include "bodies/quaternion.h"
#include "equations/moving_solids.h"

namespace zwang::equations {

using bodies::Force;
using bodies::Vec3;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// x, or 0 where it is what rounding leaves of terms of this size: a row that a plane mechanism does
/// not feel must not look like one that it feels a little.
double rounded(double x, double size) {
  constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();
  return std::abs(x) > rounding * size ? x : 0.0;
}

double norm(const Vec3<double>& a) { return std::sqrt(dot(a, a)); }

/// Jᵀf of one joint, added to the numbers of its coordinates; `torque`: the size of what the torque of
/// f was summed from.
void add_joint(const bodies::Body& body, const bodies::Kinematics& kinematics, const double* q,
               const Force<double>& f, double torque, double* to) {
  const double force = norm(f.force);
  const auto along = [&](Index i) {
    const bodies::Motion<double>& S = kinematics.S(i);
    return rounded(dot(S, f), norm(S.angular) * torque + norm(S.linear) * force);
  };
  const Index turning = has_quaternion(body.joint) ? rates(body.joint) - 3 : rates(body.joint);
  for (Index k = 0; k < turning; ++k) to[k] += along(body.v + k);
  if (!has_quaternion(body.joint)) return;
  const Index i = body.v + turning;
  const Vec3<double> about = {along(i), along(i + 1), along(i + 2)};
  const bodies::Quaternion<double> over_e =
      over_rates(bodies::quaternion(q + body.q + turning), about);
  to[turning] += over_e.w;
  to[turning + 1] += over_e.v.x;
  to[turning + 2] += over_e.v.y;
  to[turning + 3] += over_e.v.z;
}

}  // namespace

void MovingSolids::reduce_rows(const RowMap& map, const double* written, double* reduced,
                               Index entries) const noexcept {
  std::fill_n(reduced, entries, 0.0);
  for (const RowMap::Copy& copy : map.copies) reduced[copy.to] += written[copy.from];
  for (const RowMap::Along& along : map.along) {
    const Frame& frame = solids_.frames[at(along.frame)];
    Force<double> f = wrench_of(frame.kind, kinematics_[frame.body].R, local(along.frame),
                                along.entries(written));
    double torque = norm(f.torque);
    const Index* place = map.place.data() + along.path;
    for (Index body = frame.body; body != bodies::ground; ++place) {
      const bodies::Body& joint = solids_.tree.bodies[at(body)];
      if (*place >= 0) add_joint(joint, kinematics_, q(), f, torque, reduced + *place);
      f = inward(f, kinematics_[body].r);
      torque += norm(kinematics_[body].r) * norm(f.force);
      body = joint.parent;
    }
  }
}

void MovingSolids::reduce_demand(const double* A_written, const double* b_written,
                                 double* b) const noexcept {
  std::copy_n(b_written, equations_.m, b);
  for (const RowMap::Along& along : solids_.A_rows.along) {
    const double* const bias = this->bias(along.frame);
    b[along.row] -= dot(along.entries(A_written), bodies::vec3<double>(bias));
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

void MovingSolids::reduce_force(const double* written, double* f) noexcept {
  std::copy_n(written, n_, f);
  gather(written + n_);
  std::fill_n(tau_.data(), solids_.tree.nv, 0.0);
  bodies::add_forces(solids_.tree, kinematics_, wrenches_.data(), tau_.data());
  bodies::forces_over_coordinates(solids_.tree, q(), tau_.data(), over_q_.data());
  for (Index i = 0; i < solids_.tree.nq; ++i) f[solids_.first + i] += over_q_.data()[i];
}

void MovingSolids::fill_load(const double* numbers, double* tau) noexcept {
  const double* const written = numbers + solids_.written.Q;
  gather(written + n_);
  bodies::forces_over_rates(solids_.tree, q(), written + solids_.first, tau);
}

void MovingSolids::reduce_applied(const double* numbers, double* Q) noexcept {
  const bodies::Tree& tree = solids_.tree;
  double* const written = written_.data();
  std::copy_n(numbers + solids_.written.Q, solids_.n_written, written);
  for (const WrittenMass::Along& entry : solids_.mass.along) {
    if (entry.column >= n_) {
      written[entry.row] -= numbers[entry.from] * bias_.data()[entry.column - n_];
    }
  }
  std::copy_n(written, n_, Q);
  gather(written + n_);
  // Where the length of a quaternion changes, v̇ = G q̈ + g: what is left of it at q̈ = 0.
  bodies::rates_bias(tree, q(), v_.data(), over_q_.data());
  bodies::Demand demand;
  demand.acceleration = over_q_.data();
  demand.external = wrenches_.data();
  demand.gravity = bodies::vec3<double>(numbers_.gravity);
  inverse_.solve(tree, numbers_, kinematics_, demand, tau_.data());
  bodies::forces_over_coordinates(tree, q(), tau_.data(), over_q_.data());
  for (Index i = 0; i < tree.nq; ++i) Q[solids_.first + i] -= over_q_.data()[i];
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
