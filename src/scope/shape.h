// SPDX-License-Identifier: Apache-2.0
#pragma once
// A shape of a body or of the ground, as formulas of parameters.

#include <string>
#include <vector>

#include "scope/matrix.h"
#include "zwang/description.h"

namespace zwang::compile {

struct ShapeSymbols {
  const Shape* shape = nullptr;
  std::vector<formula::Node> size;  // as the shape's; of a plane its direction, of length one
  formula::Node radius = formula::no_node, thickness = formula::no_node;  // no_node: thin
  Matrix3 R;
  Vector3 at;
  std::vector<Vector3>
      corners;  // of a hull, and of a box, in the frame of the body; of a plate in its own
};

/// The same as numbers, for pictures.
struct ShapeNumbers {
  Shape::Kind kind = Shape::Kind::sphere;
  int body = -1;  // in the order of the tree; -1: the ground
  std::vector<double> size;
  double radius = 0, thickness = 0;
  double at[3] = {0, 0, 0};
  double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<double>
      corners;  // three numbers each; of a plate and a mesh in the shape's own frame, of a mesh
                // in its own unit
  std::vector<std::size_t> edges;      // of a hull: two numbers of corners each
  std::vector<std::size_t> triangles;  // of a mesh: three numbers of corners each; none: its hull
  std::string color;                   // empty: that of the body
  bool hidden = false;
};

}  // namespace zwang::compile
