// SPDX-License-Identifier: Apache-2.0
// What is not said of a joint between two bodies is as at the start: the direction of a hinge's axis
// in the second body, how the two are turned against each other, a length.

#include "assemble/bodies/closure.h"

#include <cmath>

#include "assemble/bodies/anchor.h"
#include "assemble/bodies/roll.h"
#include "assemble/bodies/solid_numbers.h"
#include "assemble/parts.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;
using K = Closure::Kind;

namespace {

// Two vectors across a direction of length one: from an axis that lies far from it. One must be
// clearly farther to be preferred: rounding, or a parameter that moves a little, must not choose.
std::array<Vector3, 2> across(Scope& scope, const Vector3& axis) {
  Graph& g = scope.graph();
  const auto farthest = [](std::span<const double> x) {
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      if (std::abs(x[k]) < std::abs(x[least]) - 0.1) least = k;
    }
    return static_cast<int>(least);
  };
  const auto least = static_cast<std::size_t>(scope.decide({axis.begin(), axis.end()}, farthest));
  const Vector3 u = unit(g, cross(g, axis, identity(g)[least]));
  return {u, cross(g, axis, u)};
}

// The same two, turned by one radian. Where a linkage lies flat, what is asked along it vanishes; a row
// that only becomes short looks as good as any other, two that become one are seen. A linkage lies
// along an axis of its frame often, and along these never.
std::array<Vector3, 2> askew(Scope& scope, const Vector3& axis) {
  Graph& g = scope.graph();
  const auto [u, v] = across(scope, axis);
  const Node c = g.constant(std::cos(1.0)), s = g.constant(std::sin(1.0));
  return {add(g, scale(g, c, u), scale(g, s, v)),
          add(g, scale(g, c, v), scale(g, g.constant(-std::sin(1.0)), u))};
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
      scope_.complain(code::closure, closure_.second,
                      "'" + closure_.first.text + "' and '" + closure_.second.text +
                          "' are points of the same body",
                      "a joint connects two bodies");
      return {};
    }
    return join();
  }

 private:
  std::vector<Node> join() {
    if (scope_.is_flat() || joins_planar_particles()) return join_in_plane();
    switch (closure_.kind) {
      case K::weld:
        add_point(own_axis());
        add_orientation();
        break;
      case K::point:
        add_point(own_axis());
        break;
      case K::hinge: {
        const Vector3 axis = read_direction(scope_, closure_.axis, 0, 0, 1);
        add_point(axis);
        add_parallel(axis);
        break;
      }
      case K::slider:
        add_line(read_direction(scope_, closure_.axis, 0, 0, 1));
        add_orientation();
        break;
      case K::universal:
        add_point(own_axis());
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

  bool joins_planar_particles() const {
    return scope_.solids().empty() && !scope_.points().empty() &&
           scope_.points().front().dimension == 2;
  }

  // Of the rows of a closure in space only those that a motion in the plane x, y can break; the others
  // hold by themselves, and would be redundant.
  std::vector<Node> join_in_plane() {
    const Matrix3 axes = identity(g_);
    const bool slider = closure_.kind == K::slider;
    if (closure_.kind == K::distance) {
      add_distance();
    } else if (slider) {
      const Vector3 axis = read_direction(scope_, closure_.axis, 1, 0, 0);
      add_along(first_.body, cross(g_, axes[2], axis));
    } else {
      for (const Vector3& along : askew(scope_, axes[2])) add_along(carrier(), along);
    }
    if (slider || closure_.kind == K::weld)
      rows_.push_back(dot(g_, world_vector(scope_, first_.body, axes[0]), counterpart(axes[1])));
    return rows_;
  }
  void add_along(Index body, const Vector3& along) {
    rows_.push_back(dot(g_, world_vector(scope_, body, along), difference()));
  }

  Vector3 difference() const {
    return add(g_, second_.point, scale(g_, g_.constant(-1), first_.point));
  }

  // The body that carries both: the loop is made of what it carries.
  Index carrier() const {
    const auto parent = [&](Index body) {
      return scope_.solids()[static_cast<std::size_t>(body)].parent;
    };
    Index first = first_.body, second = second_.body;
    while (first != second) first > second ? first = parent(first) : second = parent(second);
    return first;
  }

  // What the first body's joint turns about, or its z.
  Vector3 own_axis() const {
    if (first_.body == bodies::ground) return identity(g_)[2];
    return scope_.solids()[static_cast<std::size_t>(first_.body)].axis;
  }

  // Along directions fixed in the carrier, `axis` of the first body one of them as it is at the start:
  // where a loop moves in a plane across it, the row along it is then never felt, however far the
  // loop is from closed. Along other directions it would be felt by a little there.
  void add_point(const Vector3& axis) {
    const Vector3 d = difference();
    if (first_.particle || second_.particle) {
      rows_.insert(rows_.end(), d.begin(), d.end());
      return;
    }
    const Index body = carrier();
    const Vector3 normal = poses_.local(body, poses_.world(first_.body, axis));
    const std::array<Vector3, 2> plane = askew(scope_, normal);
    for (const Vector3& along : {plane[0], plane[1], normal}) {
      rows_.push_back(dot(g_, world_vector(scope_, body, along), d));
    }
  }

  // The second point on the line along `axis` through the first.
  void add_line(const Vector3& axis) {
    for (const Vector3& u : askew(scope_, axis)) {
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

  // x·y = y·z = z·x = 0, the first of each pair in the first body, the second in the second; z is the
  // first body's own axis, again for the sake of loops that move across it.
  void add_orientation() {
    const Vector3 z = own_axis();
    const std::array<Vector3, 2> plane = across(scope_, z);
    const Vector3 axes[] = {plane[0], plane[1], z};
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
    if (!scope_.is_positive(length)) {
      scope_.complain(code::closure,
                      Expression(closure_.length.text,
                                 closure_.length.given() ? closure_.length.at : closure_.at),
                      "a distance must be greater than 0",
                      "for coinciding points use point = { between }");
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
  scope.complain(code::closure, name, "'" + name.text + "' is not a joint coordinate",
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
  const bool turning = closure.kind == K::gear || closure.kind == K::rack;
  std::vector<Node> rows = closure.kind == K::roll ? roll_residuals(scope, closure)
                           : turning               ? transmission(scope, closure)
                                                   : Joining(scope, closure).residuals();
  for (Node& x : rows) x = scope.over_coordinates(x);
  return rows;
}

}  // namespace zwang::compile
