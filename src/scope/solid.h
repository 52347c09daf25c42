// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rigid solid as symbols and formulas of parameters.

#include <optional>
#include <vector>

#include "bodies/tree.h"
#include "scope/matrix.h"
#include "scope/shape.h"
#include "zwang/description.h"

namespace zwang::compile {

/// Letters as in bodies::SolidNumbers. Axes and quaternions have length one.
struct Solid {
  const Body* body = nullptr;
  Index parent = bodies::ground;
  bodies::Joint joint = bodies::Joint::fixed;
  std::vector<formula::Node> q;       // coordinates of the joint
  std::vector<formula::Node> q0, v0;  // where they start
  Matrix3 rotation;
  Vector3 at, axis, axis2, center;
  formula::Node pitch, mass;
  Matrix3 inertia;
  std::vector<Vector3> points;       // in the order of the body's
  std::vector<ShapeSymbols> shapes;  // the same

  const std::string& name() const { return body->name.text; }
};

}  // namespace zwang::compile
