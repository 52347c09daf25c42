// SPDX-License-Identifier: Apache-2.0
// What is not said of a joint between two bodies is as at the start: the direction of a hinge's axis
// in the second body, how the two are turned against each other, a length.

#include "model/compile_closure.h"

#include <cmath>

#include "model/compile_anchor.h"
#include "model/compile_code.h"
#include "model/compile_parts.h"
#include "model/compile_roll.h"
#include "model/compile_solid_numbers.h"

namespace zwang::model {

using formula::Graph;
using formula::no_node;
using formula::Node;
using K = Closure::Kind;

namespace {

// Two vectors across a direction of length one: from the axis that lies farthest from it.
std::array<Vector3, 2> across(Scope& scope, const Vector3& axis) {
  Graph& g = scope.graph();
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (std::abs(scope.number(axis[k])) < std::abs(scope.number(axis[least]))) least = k;
  }
  const Vector3 u = unit(g, cross(g, axis, identity(g)[least]));
  return {u, cross(g, axis, u)};
}

class Joining {
 public:
  Joining(Scope& scope, const Closure& closure)
      : scope_(scope), g_(scope.graph()), poses_(scope), closure_(closure) {}

  std::vector<Node> residuals() {
    const bool loose = closure_.kind == K::point || closure_.kind == K::distance;
    const auto first = find_anchor(scope_, poses_, closure_.first, loose);
    const auto second = find_anchor(scope_, poses_, closure_.second, loose);
    if (!first || !second) return {};
    first_ = *first;
    second_ = *second;
    if (!first_.particle && !second_.particle && first_.body == second_.body) {
      scope_.complain(
          code::closure, closure_.second,
          "'" + closure_.first.text + "' and '" + closure_.second.text + "' are points of one body",
          "a joint is between two");
      return {};
    }
    return join();
  }

 private:
  std::vector<Node> join() {
    switch (closure_.kind) {
      case K::weld:
        add_point();
        add_orientation();
        break;
      case K::point:
        add_point();
        break;
      case K::hinge:
        add_point();
        add_parallel(read_direction(scope_, closure_.axis, 0, 0, 1));
        break;
      case K::slider:
        add_line(read_direction(scope_, closure_.axis, 0, 0, 1));
        add_orientation();
        break;
      case K::universal:
        add_point();
        add_cross(read_direction(scope_, closure_.axis, 0, 0, 1),
                  read_direction(scope_, closure_.axis2, 1, 0, 0));
        break;
      case K::distance:
        add_distance();
        break;
      default:
        break;
    }
    return rows_;
  }

  Vector3 difference() const {
    return add(g_, second_.point, scale(g_, g_.constant(-1), first_.point));
  }

  void add_point() {
    for (const Node x : difference()) rows_.push_back(x);
  }

  // The second point on the line along `axis` through the first.
  void add_line(const Vector3& axis) {
    for (const Vector3& u : across(scope_, axis)) {
      rows_.push_back(dot(g_, world_vector(scope_, first_.body, u), difference()));
    }
  }

  // The vector of the second body that lies along one of the first at the start.
  Vector3 counterpart(const Vector3& local) {
    const Vector3 world = poses_.world(first_.body, local);
    return world_vector(scope_, second_.body, poses_.local(second_.body, world));
  }

  void add_parallel(const Vector3& axis) {
    const Vector3 other =
        closure_.axis2.empty()
            ? counterpart(axis)
            : world_vector(scope_, second_.body, read_direction(scope_, closure_.axis2, 1, 0, 0));
    for (const Vector3& u : across(scope_, axis)) {
      rows_.push_back(dot(g_, world_vector(scope_, first_.body, u), other));
    }
  }

  // x·y = y·z = z·x = 0, the first of each pair in the first body, the second in the second.
  void add_orientation() {
    const Matrix3 axes = identity(g_);
    for (std::size_t k = 0; k < 3; ++k) {
      rows_.push_back(
          dot(g_, world_vector(scope_, first_.body, axes[k]), counterpart(axes[(k + 1) % 3])));
    }
  }

  void add_cross(const Vector3& axis, const Vector3& axis2) {
    rows_.push_back(dot(g_, world_vector(scope_, first_.body, axis),
                        world_vector(scope_, second_.body, axis2)));
  }

  void add_distance() {
    const Vector3 d = difference();
    Node length = no_node;
    if (closure_.length.given()) {
      length = scope_.settled(closure_.length);
      if (length == no_node) return;
    } else {
      const Vector3 start = add(g_, second_.start, scale(g_, g_.constant(-1), first_.start));
      length = g_.sqrt(dot(g_, start, start));
    }
    if (!(scope_.number(length) > 0)) {
      scope_.complain(code::closure,
                      Expression(closure_.length.text,
                                 closure_.length.given() ? closure_.length.at : closure_.at),
                      "a distance is greater than 0", "points that coincide: point = { between }");
      return;
    }
    rows_.push_back(g_.subtract(g_.sqrt(dot(g_, d, d)), length));
  }

  Scope& scope_;
  Graph& g_;
  StartPoses poses_;
  const Closure& closure_;
  Anchor first_, second_;
  std::vector<Node> rows_;
};

// A coordinate, and what it starts with.
struct Turning {
  Node q = no_node, start = no_node;
};

Turning find_turning(Scope& scope, const Name& name) {
  const Node q = scope.scalar(Expression(name.text, name.at));
  if (q == no_node) return {};
  for (const Solid& solid : scope.solids()) {
    for (std::size_t k = 0; k < solid.q.size(); ++k) {
      if (solid.q[k] == q) return {q, solid.q0[k]};
    }
  }
  for (const Coordinate& coordinate : scope.description().coordinates) {
    if (coordinate.count.given() || coordinate.name.text != name.text) continue;
    return {q, scope.settled(coordinate.start)};
  }
  scope.complain(code::closure, name, "'" + name.text + "' is no coordinate of a joint",
                 "as in between = [\"a.angle\", \"b.angle\"]");
  return {};
}

// gear: first = ratio·second; rack: second = radius·first; both but for where they start.
std::vector<Node> transmission(Scope& scope, const Closure& closure) {
  Graph& g = scope.graph();
  Turning driven = find_turning(scope, closure.first),
          driving = find_turning(scope, closure.second);
  const bool gear = closure.kind == K::gear;
  const Node factor = scope.settled(gear ? closure.ratio : closure.radius);
  if (driven.start == no_node || driving.start == no_node || factor == no_node) return {};
  if (!gear) std::swap(driven, driving);
  const auto off = [&](Node x, Node y) { return g.subtract(x, g.multiply(factor, y)); };
  return {g.subtract(off(driven.q, driving.q), off(driven.start, driving.start))};
}

}  // namespace

std::vector<Node> closure_residuals(Scope& scope, const Constraint& constraint) {
  const Closure& closure = *constraint.closure;
  if (closure.kind == K::roll) return roll_residuals(scope, closure);
  if (closure.kind == K::gear || closure.kind == K::rack) return transmission(scope, closure);
  return Joining(scope, closure).residuals();
}

}  // namespace zwang::model
