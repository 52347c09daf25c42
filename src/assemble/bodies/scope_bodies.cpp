// SPDX-License-Identifier: Apache-2.0
// Bodies become names: coordinates of their joints, and points and axes that are made when a formula
// asks for them.

#include "assemble/bodies/shape_numbers.h"
#include "assemble/bodies/solid_numbers.h"
#include "assemble/bodies/tree.h"
#include "base/words/joints.h"
#include "read/code.h"
#include "scope/code.h"
#include "scope/scope.h"

namespace zwang::compile {

using formula::Node;
using formula::Value;

namespace {

void complain_of_tree(Scope& scope, const TreeOrder& order) {
  const std::vector<Body>& bodies = scope.description().bodies;
  std::vector<std::string> known{"ground"};
  for (const Body& body : bodies) known.push_back(body.name.text);
  for (const std::size_t k : order.orphans) {
    const Name& parent = bodies[k].parent;
    const std::string_view near = nearest(parent.text, known);
    scope.complain(
        code::no_parent, parent,
        "'" + bodies[k].name.text + "' has the parent '" + parent.text + "', which is not a body",
        near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
  }
  for (const std::vector<std::size_t>& circle : order.circles) {
    std::string words;
    for (const std::size_t k : circle) words += bodies[k].name.text + " → ";
    scope.complain(
        code::parent_circle, bodies[circle.front()].parent,
        "bodies are parents of each other in a cycle: " + words + bodies[circle.front()].name.text,
        "attach one of them to the ground and close the loop with [[constraints]]");
  }
}

// The coordinates of a joint in the order of bodies::Joint.
std::vector<Node> add_joint(formula::Symbols& symbols, const std::string& name,
                            bodies::Joint joint) {
  std::vector<Node> q;
  const auto add = [&](std::initializer_list<const char*> coordinates) {
    for (const char* const one : coordinates) q.push_back(symbols.add_coordinate(name + "." + one));
  };
  switch (joint) {
    case bodies::Joint::fixed:
      break;
    case bodies::Joint::hinge:
    case bodies::Joint::screw:
      add({"angle"});
      break;
    case bodies::Joint::slider:
      add({"position"});
      break;
    case bodies::Joint::cylinder:
      add({"angle", "position"});
      break;
    case bodies::Joint::universal:
      add({"angle1", "angle2"});
      break;
    case bodies::Joint::planar:
      add({"x", "y", "angle"});
      break;
    case bodies::Joint::free: {
      const Value position = symbols.add_point(name + ".position", 3);
      q.assign(position.nodes().begin(), position.nodes().end());
      [[fallthrough]];
    }
    case bodies::Joint::ball:
      add({"orientation.w", "orientation.x", "orientation.y", "orientation.z"});
      break;
  }
  return q;
}

// A vector of a body whose components may move: along each of the body's axes.
Value combined(Scope& scope, Index body, const Vector3& components) {
  formula::Graph& g = scope.graph();
  const std::string& name = scope.solids()[static_cast<std::size_t>(body)].name();
  Vector3 sum = constants(g, 0, 0, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    if (g.is_constant(components[k], 0)) continue;
    const std::string axis = name + ".axis(" + "xyz"[k] + ")";
    const Value along = scope.frames().vector(body, identity(g)[k], axis);
    sum = add(g, sum, scale(g, components[k], {along.at[0], along.at[1], along.at[2]}));
  }
  return formula::vector(sum);
}

}  // namespace

bool Scope::is_settled(Node x) const {
  for (const Node y : graph_.reachable({&x, 1})) {
    if (graph_.op(y) == formula::Op::input &&
        symbols_.inputs()[graph_.slot(y)].role != formula::Role::parameter) {
      return false;
    }
  }
  return true;
}

Value Scope::body_vector(Index body, const Vector3& components) {
  for (const Node x : components) {
    if (!is_settled(x)) return combined(*this, body, components);
  }
  return frames_.vector(body, components,
                        solids_[static_cast<std::size_t>(body)].name() + ".vector");
}

Index Scope::find_body(std::string_view name) const {
  const auto at = body_numbers_.find(name);
  return at == body_numbers_.end() ? bodies::ground : at->second;
}

// What results call the rates of a ball or free joint: ω = 2 vec(e' ē)/|e|², and the rate of the
// position, in the axes of the joint frame.
void Scope::name_turning(const Solid& solid) {
  formula::Graph& g = graph_;
  const auto e = solid.q.end() - 4;
  const auto rate = [&](std::size_t k) { return symbols_.rate(e[static_cast<std::ptrdiff_t>(k)]); };
  const Vector3 u{e[1], e[2], e[3]}, ud{rate(1), rate(2), rate(3)};
  Vector3 sum = cross(g, u, ud);
  for (std::size_t k = 0; k < 3; ++k) {
    const Node own = g.subtract(g.multiply(e[0], ud[k]), g.multiply(rate(0), u[k]));
    sum[k] = g.add(own, sum[k]);
  }
  const Node squares = g.add(g.square(e[0]), dot(g, u, u));
  const Vector3 omega = scale(g, g.divide(g.constant(2), squares), sum);
  symbols_.define(solid.name() + ".joint_omega", formula::vector(omega));
  if (solid.joint != bodies::Joint::free) return;
  const Vector3 velocity{symbols_.rate(solid.q[0]), symbols_.rate(solid.q[1]),
                         symbols_.rate(solid.q[2])};
  symbols_.define(solid.name() + ".joint_velocity", formula::vector(velocity));
}

// Names of a body that formulas may use.
void Scope::name_body(Index number) {
  const Solid& solid = solids_[static_cast<std::size_t>(number)];
  const std::string& name = solid.name();
  body_numbers_.emplace(name, number);
  note_member(name);
  std::vector<std::string> points{"origin", "center"};
  for (std::size_t k = 0; k < solid.points.size(); ++k) {
    points.push_back(solid.body->points[k].name.text);
  }
  for (const std::string& own : points) {
    const std::string full = name + "." + own;
    if (symbols_.has(full)) {
      complain(read::code::name_twice, solid.body->name, "the name '" + full + "' is used twice");
    } else {
      symbols_.define_later(full, [] { return Value{}; });
    }
  }
  if (bodies::has_quaternion(solid.joint)) name_turning(solid);
  symbols_.define_later(name + ".omega", [] { return Value{}; });
  show_body(number);
}

// How what formulas see of a body is made, when one asks for it.
void Scope::show_body(Index number) {
  const Solid& solid = solids_[static_cast<std::size_t>(number)];
  const std::string& name = solid.name();
  symbols_.add_body(name, [this, number](const Vector3& v) { return body_vector(number, v); });
  const auto point = [&](const std::string& own, const Vector3& local) {
    const std::string full = name + "." + own;
    symbols_.remake(full,
                    [this, number, local, full] { return frames_.point(number, local, full); });
  };
  point("origin", constants(graph_, 0, 0, 0));
  point("center", solid.center);
  for (std::size_t k = 0; k < solid.points.size(); ++k) {
    point(solid.body->points[k].name.text, solid.points[k]);
  }
  symbols_.remake(name + ".omega",
                  [this, number, name] { return frames_.omega(number, name + ".omega"); });
}

void Scope::add_bodies() {
  const std::vector<Body>& all = description_->bodies;
  const TreeOrder order = order_bodies(all);
  complain_of_tree(*this, order);
  std::vector<Index> number(all.size(), bodies::ground);  // in the tree
  solids_.reserve(order.sequence.size());
  for (const std::size_t k : order.sequence) {
    const Body& body = all[k];
    const std::optional<bodies::Joint> joint = words::joints.find(body.joint.text);
    if (!joint) {
      complain(code::joint, body.joint, "unknown joint '" + body.joint.text + "'");
      continue;
    }
    if (find_body(body.name.text) != bodies::ground) {
      complain(read::code::name_twice, body.name, "two bodies are called '" + body.name.text + "'");
      continue;
    }
    Solid solid;
    solid.body = &body;
    if (order.parent[k] >= 0) solid.parent = number[static_cast<std::size_t>(order.parent[k])];
    solid.joint = *joint;
    solid.q = add_joint(symbols_, body.name.text, solid.joint);
    if (bodies::has_quaternion(solid.joint)) quaternions_.insert(solid.q.end() - 4, solid.q.end());
    read_solid_numbers(*this, solid);
    number[k] = static_cast<Index>(solids_.size());
    solids_.push_back(std::move(solid));
    name_body(number[k]);
  }
  for (const Shape& shape : description_->ground_shapes)
    ground_shapes_.push_back(read_shape(*this, shape));
}

}  // namespace zwang::compile
