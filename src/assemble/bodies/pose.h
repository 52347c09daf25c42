// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where bodies stand at the start, as formulas of parameters.

#include <map>

#include "scope/scope.h"

namespace zwang::compile {

struct Pose {
  Matrix3 R;
  Vector3 p;  // of the body's origin
};

/// A body in its joint frame, where its joint has these coordinates.
Pose in_joint(formula::Graph& g, const Solid& solid, const std::vector<formula::Node>& q);
/// About an axis of length one; where that is an axis of the frame, nothing that cancels is written.
Matrix3 turn_about(formula::Graph& g, const Vector3& axis, formula::Node angle);

class StartPoses {
 public:
  explicit StartPoses(Scope& scope) : scope_(scope) {}

  /// Of a body, or of the ground.
  const Pose& of(Index body);
  /// World components of a body's vector at the start, and back.
  Vector3 world(Index body, const Vector3& local);
  Vector3 local(Index body, const Vector3& world);
  /// Where a point of a body stands.
  Vector3 point(Index body, const Vector3& local);

 private:
  Scope& scope_;
  std::map<Index, Pose> known_;
};

}  // namespace zwang::compile
