// SPDX-License-Identifier: Apache-2.0
#pragma once
// What formulas see of bodies, written out over the coordinates of the joints. Where the recursions
// do not reach (two-ended questions, derivations), a small tree is a system of formulas like any other.

#include <vector>

#include "formula/graph.h"
#include "scope/scope.h"

namespace zwang::compile {

/// How a body stands and turns, over the coordinates and rates of the joints below it.
struct MovingPose {
  Matrix3 R;
  Vector3 p;  // of its origin, in the world
  Vector3 w;  // its angular velocity, along its own axes
};

class FrameFormulas {
 public:
  explicit FrameFormulas(Scope& scope) : scope_(scope) {}

  /// Bodies in the order of Scope::solids().
  const MovingPose& of(Index body);
  /// Where a point of a body is, in the world.
  Vector3 point(Index body, const Vector3& local);
  /// A formula with nothing of bodies left in it but coordinates.
  formula::Node written_out(formula::Node x);

 private:
  void learn(const FrameSymbols& frame);

  Scope& scope_;
  std::vector<MovingPose> poses_;  // of the first bodies
  formula::Direction by_;          // what replaces X, Ẋ and Ẍ
  std::size_t learned_ = 0;        // frames
};

}  // namespace zwang::compile
