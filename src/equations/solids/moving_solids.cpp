// SPDX-License-Identifier: Apache-2.0
#include "equations/solids/moving_solids.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "bodies/composite.h"
#include "bodies/coordinate_rates.h"
#include "bodies/inverse_dynamics.h"

namespace zwang::equations {

namespace {

bool same(const double* x, const double* y, Index count) {
  return std::memcmp(x, y, at(count) * sizeof(double)) == 0;
}

/// Of the largest block of M: H of its bodies is no larger.
Index square_of_largest(const Equations& equations) {
  Index most = 0;
  for (const std::size_t size : equations.mass_blocks)
    most = std::max(most, static_cast<Index>(size));
  return most * most;
}

}  // namespace

// Nothing of H is laid out for large trees, and little of the rest is always needed.
MovingSolids::Scratch::Scratch(const Equations& equations)
    : H(equations.solids->dense ? square_of_largest(equations) : 0),
      half(equations.solids->dense && equations.solids->tree.nv < equations.solids->tree.nq
               ? square_of_largest(equations)
               : 0),
      tau(equations.solids->tree.nq),
      over_q(equations.solids->tree.nq),
      written(equations.solids->n_written()),
      column(equations.solids->mass.along.empty() ? 0 : 2 * equations.n),
      sizes(std::max(
          {equations.A().entries(), equations.B().entries(), equations.C_slope().entries()})) {}

MovingSolids::MovingSolids(const Equations& equations)
    : equations_(equations),
      solids_(*equations.solids),
      n_(equations.n),
      kinematics_(solids_.tree),
      inverse_(solids_.tree),
      composite_(solids_.tree),
      locals_(3 * solids_.frames.size()),
      length_mass_(solids_.tree.bodies.size()),
      accelerations_(solids_.tree.bodies.size()),
      wrenches_(solids_.tree.bodies.size()),
      pushed_(solids_.tree.bodies.size()),
      q_(solids_.tree.nq),
      v_(solids_.tree.nq),
      u_(solids_.tree.nv),
      bias_(3 * static_cast<Index>(solids_.frames.size())),
      Xdd_(bias_.size()),
      scratch_(equations) {
  numbers_.of.resize(solids_.tree.bodies.size());
  std::copy_n(equations.q.begin() + solids_.first, solids_.tree.nq, q_.data());
  std::copy_n(equations.v.begin() + solids_.first, solids_.tree.nq, v_.data());
}

void MovingSolids::read(const double* property, double* x) noexcept {
  bodies::read(property, numbers_);
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    if (solids_.frames[f].kind == FrameKind::omega) continue;
    std::copy_n(property + solids_.frames[f].local, 3, locals_.data() + 3 * f);
  }
  for (std::size_t k = 0; k < length_mass_.size(); ++k) {
    const bodies::SolidNumbers& solid = numbers_.of[k];
    double size = solid.inertia[0] + solid.inertia[1] + solid.inertia[2];
    for (const double c : solid.center) size += solid.mass * c * c;
    length_mass_[k] = size > 0 ? size : 1;
  }
  ++version_;
  place(x);
}

void MovingSolids::move(const double* q, const double* v, double* x) noexcept {
  const Index nq = solids_.tree.nq;
  q += solids_.first;
  v += solids_.first;
  // Several stages are evaluated at one state.
  if (same(q, q_.data(), nq) && same(v, v_.data(), nq)) return;
  std::copy_n(q, nq, q_.data());
  std::copy_n(v, nq, v_.data());
  place(x);
}

void MovingSolids::place(double* x) noexcept {
  const bodies::Tree& tree = solids_.tree;
  const double *const q = q_.data(), *const v = v_.data();
  bodies::rates_from(tree, q, v, u_.data());
  kinematics_.place(tree, numbers_, q);
  kinematics_.move(tree, u_.data());
  // J̇q̇ is what is left of Ẍ at q̈ = 0; then v̇ = g, not zero, where the length of a quaternion changes.
  const bool quaternions = tree.nv < tree.nq;
  if (quaternions) {
    bodies::rates_bias(tree, q, v, scratch_.tau.data());
    bodies::accelerate(tree, kinematics_, scratch_.tau.data(), bodies::zero3<double>(),
                       accelerations_.data());
  }
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    const Frame& frame = solids_.frames[f];
    const bodies::BodyState& body = kinematics_[frame.body];
    const bodies::Motion<double>& at_rest =
        quaternions ? accelerations_[at(frame.body)] : body.bias;
    const FrameJet<double> jet = jet_of<double>(
        frame.kind, {body.R, body.p, body.velocity, at_rest}, local(static_cast<Index>(f)));
    const double X[] = {jet.X.x, jet.X.y, jet.X.z}, Xd[] = {jet.Xd.x, jet.Xd.y, jet.Xd.z},
                 bias[] = {jet.Xdd.x, jet.Xdd.y, jet.Xdd.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t slot = solids_.frame_slots[3 * f + k];
      x[slot] = X[k];
      x[slot + 1] = Xd[k];
      bias_.data()[3 * f + k] = bias[k];
    }
  }
}

void MovingSolids::accelerate(const double* acceleration, double* x) noexcept {
  const bodies::Tree& tree = solids_.tree;
  double *const ud = scratch_.tau.data(), *const bias = scratch_.over_q.data();
  bodies::rates_from(tree, q_.data(), acceleration + solids_.first, ud);
  bodies::rates_bias(tree, q_.data(), v_.data(), bias);
  for (Index i = 0; i < tree.nv; ++i) ud[i] += bias[i];
  bodies::accelerate(tree, kinematics_, ud, bodies::zero3<double>(), accelerations_.data());
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    const Frame& frame = solids_.frames[f];
    const bodies::BodyState& body = kinematics_[frame.body];
    const FrameJet<double> jet =
        jet_of<double>(frame.kind, {body.R, body.p, body.velocity, accelerations_[at(frame.body)]},
                       local(static_cast<Index>(f)));
    const double Xdd[] = {jet.Xdd.x, jet.Xdd.y, jet.Xdd.z};
    for (std::size_t k = 0; k < 3; ++k) {
      x[solids_.frame_slots[3 * f + k] + 2] = Xdd_.data()[3 * f + k] = Xdd[k];
    }
  }
}

double MovingSolids::kinetic(const double* numbers, const double* v,
                             const double* x) const noexcept {
  const auto rate = [&](Index i) { return i < n_ ? v[i] : x[solids_.frame_slots[at(i - n_)] + 1]; };
  double twice = 0;
  for (const WrittenMass::Copy& entry : solids_.mass.copies) {
    twice += numbers[entry.from] * rate(entry.row) * rate(entry.column);
  }
  for (const WrittenMass::Along& entry : solids_.mass.along) {
    twice += numbers[entry.from] * rate(entry.row) * rate(entry.column);
  }
  return bodies::kinetic_energy(numbers_, kinematics_) + 0.5 * twice;
}

double MovingSolids::energy() const noexcept {
  return bodies::kinetic_energy(numbers_, kinematics_) +
         bodies::potential_energy(numbers_, kinematics_);
}

}  // namespace zwang::equations
