// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/solid_numbers.h"

#include <algorithm>

#include "assemble/bodies/inertia.h"
#include "assemble/bodies/shape_mass.h"
#include "assemble/bodies/shape_numbers.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

/// What `start` says, by the names of coordinates.
class StartReader {
 public:
  StartReader(Scope& scope, const Solid& solid) : scope_(scope), start_(solid.body->start) {}

  // All numbers of a key, zeros if it is not given.
  std::vector<Node> numbers(std::string_view key, std::size_t count) {
    std::vector<Node> nodes(count, scope_.graph().constant(0));
    const JointStart* const given = find(key);
    if (given && check_count(scope_, given->numbers, count)) {
      for (std::size_t k = 0; k < count; ++k) nodes[k] = read_number(scope_, given->numbers[k]);
    }
    return nodes;
  }
  Vector4 orientation() {
    const JointStart* const given = find("orientation");
    if (given && given->rotation.form != Rotation::Form::none)
      return read_turn(scope_, given->rotation);
    if (given) return read_quaternion(scope_, given->numbers);
    const Node zero = scope_.graph().constant(0);
    return {scope_.graph().constant(1), zero, zero, zero};
  }

 private:
  const JointStart* find(std::string_view key) const {
    const auto at = std::find_if(start_.begin(), start_.end(),
                                 [&](const JointStart& one) { return one.name.text == key; });
    return at == start_.end() ? nullptr : &*at;
  }

  Scope& scope_;
  const std::vector<JointStart>& start_;
};

// e' = ½ (0, ω) e, ω in the axes of the joint frame.
void append_orientation(Graph& g, const Vector4& e, const std::vector<Node>& omega, Solid& solid) {
  const Vector3 w{omega[0], omega[1], omega[2]}, v{e[1], e[2], e[3]};
  const Node half = g.constant(0.5);
  const Vector3 turned = add(g, scale(g, e[0], w), cross(g, w, v));
  solid.q0.insert(solid.q0.end(), e.begin(), e.end());
  solid.v0.push_back(g.negate(g.multiply(half, dot(g, w, v))));
  for (const Node x : turned) solid.v0.push_back(g.multiply(half, x));
}

void append(std::vector<Node>& to, const std::vector<Node>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void read_start(Scope& scope, Solid& solid) {
  StartReader start(scope, solid);
  Graph& g = scope.graph();
  switch (solid.joint) {
    case bodies::Joint::fixed:
      return;
    case bodies::Joint::hinge:
    case bodies::Joint::screw:
      solid.q0 = start.numbers("angle", 1);
      solid.v0 = start.numbers("rate", 1);
      return;
    case bodies::Joint::slider:
      solid.q0 = start.numbers("position", 1);
      solid.v0 = start.numbers("rate", 1);
      return;
    case bodies::Joint::cylinder:
      solid.q0 = start.numbers("angle", 1);
      append(solid.q0, start.numbers("position", 1));
      solid.v0 = start.numbers("rates", 2);
      return;
    case bodies::Joint::universal:
      solid.q0 = start.numbers("angles", 2);
      solid.v0 = start.numbers("rates", 2);
      return;
    case bodies::Joint::planar:
      for (const char* const key : {"x", "y", "angle"}) append(solid.q0, start.numbers(key, 1));
      solid.v0 = start.numbers("rates", 3);
      return;
    case bodies::Joint::ball:
      append_orientation(g, start.orientation(), start.numbers("omega", 3), solid);
      return;
    case bodies::Joint::free:
      solid.q0 = start.numbers("position", 3);
      solid.v0 = start.numbers("velocity", 3);
      append_orientation(g, start.orientation(), start.numbers("omega", 3), solid);
      return;
  }
}

// Limits are read where their rows are; here only whether there is anything between them.
void check_limits(Scope& scope, const Body& body) {
  for (const JointLimits& limits : body.limits) {
    if (limits.range.size() != 2) continue;
    std::vector<formula::Node> ends;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!limits.range[k].given()) continue;
      const auto x = scope.meaning(limits.range[k].text, formula::Wanted::scalar);
      if (x && scope.is_settled(x->value.at[0])) ends.push_back(x->value.at[0]);
    }
    const auto in_order = [](std::span<const double> x) { return x[0] < x[1] ? 1 : 0; };
    if (ends.size() < 2 || scope.decide(ends, in_order) == 1) continue;
    scope.complain(code::limits, limits.range[1],
                   "nothing lies between the limits of '" + body.name.text + "'",
                   "the lower one comes first");
  }
}

// By its own joint, or by one that it hangs on.
bool can_move(const Scope& scope, const Solid& solid) {
  const Solid* one = &solid;
  while (one->q.empty() && one->parent >= 0) {
    one = &scope.solids()[static_cast<std::size_t>(one->parent)];
  }
  return !one->q.empty();
}

}  // namespace

void read_solid_numbers(Scope& scope, Solid& solid) {
  const Body& body = *solid.body;
  solid.rotation = read_rotation(scope, body.rotation);
  solid.at = read_vector3(scope, body.at, 0, 0, 0);
  solid.axis = read_direction(scope, body.axis, 0, 0, 1);
  solid.axis2 = read_direction(scope, body.axis2, 1, 0, 0);
  solid.pitch = body.pitch.given() ? read_number(scope, body.pitch) : scope.graph().constant(0);
  solid.center = read_vector3(scope, body.center, 0, 0, 0);
  for (const GroundPoint& point : body.points) {
    solid.points.push_back(read_vector3(scope, point.position, 0, 0, 0));
  }
  solid.mass = read_number(scope, body.mass);
  const bool moves = can_move(scope, solid);
  if (moves && scope.is_negative(solid.mass)) {
    scope.complain(code::inertia, body.mass, "the mass of '" + solid.name() + "' is negative");
  }
  solid.inertia = read_inertia(scope, body, moves);
  for (const Shape& shape : body.shapes) solid.shapes.push_back(read_shape(scope, shape));
  if (!solid.shapes.empty()) weigh_shapes(scope, solid);
  check_limits(scope, body);
  read_start(scope, solid);
}

}  // namespace zwang::compile
