// SPDX-License-Identifier: Apache-2.0
#include "scene/grip.h"

#include <algorithm>

#include "model/model_parts.h"
#include "scene/movers.h"
#include "zwang/error.h"

namespace zwang::scene {

namespace {

using Triple = std::array<double, 3>;
using Vec = bodies::Vec3<double>;

Triple triple(const Vec& v) { return {v.x, v.y, v.z}; }

/// A place fixed in the body, from its origin, in the axes of the world.
Vec turned(const bodies::BodyState& body, const Triple& at) {
  const auto& R = body.R;  // its columns are the axes of the body
  return {R.x.x * at[0] + R.y.x * at[1] + R.z.x * at[2],
          R.x.y * at[0] + R.y.y * at[1] + R.z.y * at[2],
          R.x.z * at[0] + R.y.z * at[1] + R.z.z * at[2]};
}

}  // namespace

Grip::Grip(const Model& model, const std::string& on, const Triple& at)
    : equations_(model.parts().equations()),
      side_(equations_, Method::automatic),
      projector_(side_),
      at_(at) {
  side_.numbers().set_parameters(model.parameter_values());
  const std::vector<std::string>& bodies = model.bodies();
  const auto body = std::find(bodies.begin(), bodies.end(), on);
  if (body != bodies.end()) {
    body_ = body - bodies.begin();
    return;
  }
  for (const Mover& mover : movers_of(model))
    if (mover.name == on && !mover.along_time) coordinates_ = mover.coordinates;
  if (coordinates_.empty()) throw InputError("on", "there is no body and no particle '" + on + "'");
}

void Grip::evaluate(const State& state) {
  side_.evaluate(equations::Stage::observe, state.t, state.q.data(), state.v.data());
}

Triple Grip::place(const State& state) {
  if (on_body()) {
    evaluate(state);
    const auto& body = side_.numbers().solids()->kinematics()[static_cast<Index>(body_)];
    const Vec way = turned(body, at_);
    return {body.p.x + way.x, body.p.y + way.y, body.p.z + way.z};
  }
  Triple place{};
  for (std::size_t k = 0; k < coordinates_.size(); ++k) place[k] = state.q[coordinates_[k]];
  return place;
}

Triple Grip::velocity(const State& state) {
  if (on_body()) {
    evaluate(state);
    const auto& body = side_.numbers().solids()->kinematics()[static_cast<Index>(body_)];
    const Vec r = turned(body, at_);
    const auto& [w, v] = body.velocity;
    return {v.x + w.y * r.z - w.z * r.y, v.y + w.z * r.x - w.x * r.z, v.z + w.x * r.y - w.y * r.x};
  }
  Triple velocity{};
  for (std::size_t k = 0; k < coordinates_.size(); ++k) velocity[k] = state.v[coordinates_[k]];
  return velocity;
}

// Velocities are linear in the rates of the coordinates: those of one after the other.
std::vector<double> Grip::jacobian(const State& state) {
  const std::size_t n = state.q.size();
  std::vector<double> J(3 * n);
  State one = state;
  for (std::size_t j = 0; j < n; ++j) {
    one.v.assign(n, 0.0);
    one.v[j] = 1;
    const Triple column = velocity(one);
    for (std::size_t k = 0; k < 3; ++k) J[k * n + j] = column[k];
  }
  return J;
}

Triple Grip::arm(const State& state) {
  if (!on_body()) return {};
  evaluate(state);
  const auto* const solids = side_.numbers().solids();
  const auto& body = solids->kinematics()[static_cast<Index>(body_)];
  const double* const center = solids->numbers().of[static_cast<std::size_t>(body_)].center;
  return triple(turned(body, {at_[0] - center[0], at_[1] - center[1], at_[2] - center[2]}));
}

bool Grip::settle(State& state) {
  return projector_.assemble(state.t, state.q.data(), state.v.data()).feasible;
}

}  // namespace zwang::scene
