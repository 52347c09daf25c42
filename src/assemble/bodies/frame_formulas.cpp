// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/frame_formulas.h"

#include "assemble/bodies/pose.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

// 2 vec(ē e')/|e|²: the angular velocity of a quaternion along the axes that it turns.
Vector3 turning(Scope& scope, const Solid& solid) {
  Graph& g = scope.graph();
  const auto e = solid.q.end() - 4;
  const auto rate = [&](std::ptrdiff_t k) { return scope.symbols().rate(e[k]); };
  const Vector3 u{e[1], e[2], e[3]}, ud{rate(1), rate(2), rate(3)};
  const Vector3 across = cross(g, u, ud);
  const Node factor = g.divide(g.constant(2), g.add(g.square(e[0]), dot(g, u, u)));
  Vector3 w;
  for (std::size_t k = 0; k < 3; ++k) {
    const Node own = g.subtract(g.multiply(e[0], ud[k]), g.multiply(rate(0), u[k]));
    w[k] = g.multiply(factor, g.subtract(own, across[k]));
  }
  return w;
}

// Of the body against its joint frame, along the body's axes.
Vector3 own_turning(Scope& scope, const Solid& solid) {
  Graph& g = scope.graph();
  const auto rate = [&](std::size_t k) { return scope.symbols().rate(solid.q[k]); };
  switch (solid.joint) {
    case bodies::Joint::hinge:
    case bodies::Joint::screw:
    case bodies::Joint::cylinder:
      return scale(g, rate(0), solid.axis);
    case bodies::Joint::universal: {
      const Matrix3 second = turn_about(g, solid.axis2, solid.q[1]);
      return add(g, scale(g, rate(0), multiply_transposed(g, second, solid.axis)),
                 scale(g, rate(1), solid.axis2));
    }
    case bodies::Joint::planar:
      return scale(g, rate(2), constants(g, 0, 0, 1));
    case bodies::Joint::ball:
    case bodies::Joint::free:
      return turning(scope, solid);
    case bodies::Joint::fixed:
    case bodies::Joint::slider:
      break;
  }
  return constants(g, 0, 0, 0);
}

}  // namespace

const MovingPose& FrameFormulas::of(Index body) {
  Graph& g = scope_.graph();
  const auto number = static_cast<std::size_t>(body);
  // Parents come first.
  for (std::size_t k = poses_.size(); k <= number; ++k) {
    const Solid& solid = scope_.solids()[k];
    const MovingPose ground{identity(g), constants(g, 0, 0, 0), constants(g, 0, 0, 0)};
    const MovingPose& parent =
        solid.parent == bodies::ground ? ground : poses_[static_cast<std::size_t>(solid.parent)];
    const Pose own = in_joint(g, solid, solid.q);
    const Matrix3 seat = multiply(g, parent.R, solid.rotation);
    MovingPose pose;
    pose.R = multiply(g, seat, own.R);
    pose.p = add(g, add(g, parent.p, multiply(g, parent.R, solid.at)), multiply(g, seat, own.p));
    pose.w = add(g, multiply_transposed(g, multiply(g, solid.rotation, own.R), parent.w),
                 own_turning(scope_, solid));
    poses_.push_back(pose);
  }
  return poses_[number];
}

Vector3 FrameFormulas::point(Index body, const Vector3& local) {
  const MovingPose& pose = of(body);
  return add(scope_.graph(), pose.p, multiply(scope_.graph(), pose.R, local));
}

void FrameFormulas::learn(const FrameSymbols& frame) {
  Graph& g = scope_.graph();
  const MovingPose& pose = of(frame.body);
  const bool omega = frame.kind == equations::FrameKind::omega;
  const Vector3 X = frame.kind == equations::FrameKind::point ? point(frame.body, frame.local)
                                                              : multiply(g, pose.R, frame.local);
  const formula::Direction& in_time = scope_.symbols().rates();
  const std::vector<Node> Xd =
      omega ? std::vector<Node>() : forward(g, std::span<const Node>(X), in_time);
  const Vector3 w = multiply(g, pose.R, pose.w);
  for (std::size_t k = 0; k < 3; ++k) {
    const Node x = frame.X.at[k], xd = scope_.symbols().rate(x), rate = omega ? w[k] : Xd[k];
    by_.set(g.slot(x), X[k]);  // of an angular velocity: nothing
    by_.set(g.slot(xd), rate);
    by_.set(g.slot(scope_.symbols().rate(xd)), forward(g, {&rate, 1}, in_time).front());
  }
}

Node FrameFormulas::written_out(Node x) {
  const std::vector<FrameSymbols>& all = scope_.frames().all();
  for (; learned_ < all.size(); ++learned_) learn(all[learned_]);
  return learned_ == 0 ? x : substitute(scope_.graph(), {&x, 1}, by_).front();
}

}  // namespace zwang::compile
