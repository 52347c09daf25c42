// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/shape_numbers.h"

#include <algorithm>
#include <set>

#include "assemble/bodies/hull.h"
#include "assemble/bodies/numbers.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;
using Kind = Shape::Kind;

namespace {

Node read_positive(Scope& scope, const Expression& size) {
  const std::size_t before = scope.complaints();
  const Node x = read_number(scope, size);
  if (scope.is_positive(x) || scope.complaints() > before) return x;
  scope.complain(code::shape, size, "a size is greater than 0");
  return scope.graph().constant(1);
}

std::size_t sizes_of(Kind kind) {
  switch (kind) {
    case Kind::box:
    case Kind::plane:
      return 3;
    case Kind::cylinder:
    case Kind::capsule:
    case Kind::ring:
      return 2;
    case Kind::hull:
    case Kind::plate:
      return 0;
    default:
      return 1;
  }
}

void read_size(Scope& scope, const Shape& shape, ShapeSymbols& symbols) {
  Graph& g = scope.graph();
  const std::size_t count = sizes_of(shape.kind);
  if (shape.kind == Kind::mesh && shape.size.empty()) {
    symbols.size = {g.constant(1)};
    return;
  }
  if (shape.size.size() != count) {
    scope.complain(code::size, Expression("", shape.where),
                   "a shape of this kind has " + std::to_string(count) + " sizes, not " +
                       std::to_string(shape.size.size()));
    symbols.size.assign(count, g.constant(1));
    return;
  }
  if (shape.kind == Kind::plane) {
    const Vector3 n = read_direction(scope, shape.size, 0, 0, 1);
    symbols.size.assign(n.begin(), n.end());
    return;
  }
  for (const Expression& size : shape.size) symbols.size.push_back(read_positive(scope, size));
  if (shape.kind == Kind::ring && !scope.is_positive(g.subtract(symbols.size[1], symbols.size[0])))
    scope.complain(code::shape, shape.size[1],
                   "the outer radius of a ring must be larger than the inner one",
                   "ring = [inner, outer]");
}

// The eight corners of a box: x changes first, then y, then z.
std::vector<Vector3> corners_of(Graph& g, const ShapeSymbols& box) {
  std::vector<Vector3> corners;
  for (int k = 0; k < 8; ++k) {
    Vector3 corner;
    for (std::size_t i = 0; i < 3; ++i) {
      corner[i] = g.multiply(g.constant(k >> i & 1 ? 0.5 : -0.5), box.size[i]);
    }
    corners.push_back(add(g, box.at, multiply(g, box.R, corner)));
  }
  return corners;
}

void add_hull(Scope& scope, const ShapeSymbols& symbols, ShapeNumbers& numbers) {
  for (const Vector3& corner : symbols.corners)
    for (const Node x : corner) numbers.corners.push_back(scope.number(x));
  std::set<std::pair<std::size_t, std::size_t>> edges;
  for (const Triangle& face : hull_faces(scope, symbols.corners))
    for (std::size_t k = 0; k < 3; ++k) edges.insert(std::minmax(face[k], face[(k + 1) % 3]));
  for (const auto& [from, to] : edges) numbers.edges.insert(numbers.edges.end(), {from, to});
}

void add_outline(Scope& scope, const ShapeSymbols& symbols, ShapeNumbers& numbers) {
  for (const Vector3& corner : symbols.corners)
    for (const Node x : corner) numbers.corners.push_back(scope.number(x));
}

// What other values of parameters change of a shape, in an order that set() knows.
std::vector<Node> nodes_of(const ShapeSymbols& symbols) {
  std::vector<Node> nodes = symbols.size;
  if (symbols.radius != formula::no_node) nodes.push_back(symbols.radius);
  if (symbols.thickness != formula::no_node) nodes.push_back(symbols.thickness);
  nodes.insert(nodes.end(), symbols.at.begin(), symbols.at.end());
  for (const Vector3& row : symbols.R) nodes.insert(nodes.end(), row.begin(), row.end());
  return nodes;
}

const double* set(const double* values, ShapeNumbers& numbers) {
  for (double& x : numbers.size) x = *values++;
  if (numbers.radius > 0) numbers.radius = *values++;
  if (numbers.thickness > 0) numbers.thickness = *values++;
  for (double& x : numbers.at) x = *values++;
  for (auto& row : numbers.R) {
    for (double& x : row) x = *values++;
  }
  return values;
}

ShapeNumbers numbers_of(Scope& scope, const ShapeSymbols& symbols, int body) {
  ShapeNumbers numbers;
  numbers.kind = symbols.shape->kind;
  numbers.body = body;
  numbers.size.resize(symbols.size.size());
  numbers.radius = symbols.radius == formula::no_node ? 0 : 1;  // until set() knows
  numbers.thickness = symbols.thickness == formula::no_node ? 0 : 1;
  std::vector<double> values;
  for (const Node x : nodes_of(symbols)) values.push_back(scope.passing(x));
  set(values.data(), numbers);
  numbers.color = symbols.shape->color;
  numbers.hidden = symbols.shape->hidden;
  if (numbers.kind == Kind::hull) add_hull(scope, symbols, numbers);
  if (numbers.kind == Kind::plate) add_outline(scope, symbols, numbers);
  if (numbers.kind == Kind::mesh) {
    numbers.corners = symbols.shape->mesh.vertices;
    numbers.triangles = symbols.shape->mesh.corners;
  }
  return numbers;
}

}  // namespace

namespace {

// Of a plate they lie in its plane.
Vector3 read_corner(Scope& scope, Kind kind, const Components& corner) {
  if (kind != Kind::plate || corner.size() != 2) return read_vector3(scope, corner, 0, 0, 0);
  return {read_number(scope, corner[0]), read_number(scope, corner[1]), scope.graph().constant(0)};
}

}  // namespace

ShapeSymbols read_shape(Scope& scope, const Shape& shape) {
  ShapeSymbols symbols;
  symbols.shape = &shape;
  symbols.R = read_rotation(scope, shape.rotation);
  symbols.at = read_vector3(scope, shape.at, 0, 0, 0);
  read_size(scope, shape, symbols);
  if (shape.radius.given()) symbols.radius = read_positive(scope, shape.radius);
  if (shape.thickness.given()) symbols.thickness = read_positive(scope, shape.thickness);
  for (const Components& corner : shape.corners)
    symbols.corners.push_back(read_corner(scope, shape.kind, corner));
  if (shape.kind == Kind::box) symbols.corners = corners_of(scope.graph(), symbols);
  return symbols;
}

std::vector<Node> shape_nodes(const Scope& scope) {
  std::vector<Node> all;
  const auto add = [&](const ShapeSymbols& shape) {
    const std::vector<Node> own = nodes_of(shape);
    all.insert(all.end(), own.begin(), own.end());
  };
  for (const Solid& solid : scope.solids())
    for (const ShapeSymbols& shape : solid.shapes) add(shape);
  for (const ShapeSymbols& shape : scope.ground_shapes()) add(shape);
  return all;
}

void set_shape_numbers(std::span<const double> values, std::vector<ShapeNumbers>& shapes) {
  const double* next = values.data();
  for (ShapeNumbers& shape : shapes) next = set(next, shape);
}

std::vector<ShapeNumbers> shape_numbers(Scope& scope) {
  std::vector<ShapeNumbers> all;
  for (std::size_t k = 0; k < scope.solids().size(); ++k)
    for (const ShapeSymbols& shape : scope.solids()[k].shapes)
      all.push_back(numbers_of(scope, shape, static_cast<int>(k)));
  for (const ShapeSymbols& shape : scope.ground_shapes())
    all.push_back(numbers_of(scope, shape, -1));
  return all;
}

}  // namespace zwang::compile
