// SPDX-License-Identifier: Apache-2.0
// Start values.

#include <cmath>

#include "compile/code.h"
#include "compile/parts.h"

namespace zwang::compile {

namespace {

// Values in the order of the coordinates.
class Start {
 public:
  explicit Start(Scope& scope) : scope_(scope) {}

  void one(const Expression& q, const Expression& v) {
    values.q.push_back(finite(q, values.q_formulas));
    values.v.push_back(finite(v.given() ? v : Expression(0.0), values.v_formulas));
  }

  // Members 1 … count, i standing for the number.
  template <class Each>
  void members(Index count, Each each) {
    for (Index i = 1; i <= count; ++i) {
      const formula::Node number = scope_.graph().constant(static_cast<double>(i));
      scope_.symbols().define("i", formula::scalar(number));
      const std::size_t before = scope_.complaints();
      each();
      scope_.symbols().remove("i");
      if (scope_.complaints() > before) return;  // once is enough
    }
  }

  // Numbers that were read with the body.
  void joint(const Solid& solid) {
    for (const formula::Node x : solid.q0) {
      values.q.push_back(scope_.number(x));
      values.q_formulas.push_back(x);
    }
    for (const formula::Node x : solid.v0) {
      values.v.push_back(scope_.number(x));
      values.v_formulas.push_back(x);
    }
  }

  void particle(const Particle& particle) {
    for (std::size_t k = 0; k < particle.position.size(); ++k) {
      one(particle.position[k], particle.velocity.size() > k ? particle.velocity[k] : Expression());
    }
  }

 private:
  double finite(const Expression& expression, std::vector<formula::Node>& formulas) {
    const formula::Node node = scope_.settled(expression);
    const double x = node == formula::no_node ? 0 : scope_.number(node);
    formulas.push_back(node);
    if (!std::isfinite(x))
      scope_.complain(code::not_finite, expression, "this is not a finite number");
    return x;
  }

  Scope& scope_;

 public:
  StartValues values;
};

}  // namespace

StartValues start_values(Scope& scope) {
  Start start(scope);
  for (const Coordinate& coordinate : scope.description().coordinates) {
    const formula::Family* family = scope.symbols().family(coordinate.name.text);
    if (!coordinate.count.given()) {
      start.one(coordinate.start, coordinate.rate);
    } else if (family) {
      start.members(family->last, [&] { start.one(coordinate.start, coordinate.rate); });
    }
  }
  for (const Points& points : scope.points()) {
    if (points.family < 0) {
      start.particle(*points.particle);
    } else {
      const auto number = static_cast<std::size_t>(points.family);
      start.members(scope.symbols().families()[number].last,
                    [&] { start.particle(*points.particle); });
    }
  }
  for (const Solid& solid : scope.solids()) start.joint(solid);
  if (scope.description().simulate) {
    start.values.t = scope.number(scope.description().simulate->from).value_or(0);
  }
  return start.values;
}

bool check_roles(Scope& scope, const Forbidden& forbidden, std::span<const formula::Node> nodes,
                 const Expression& at, const std::string& what, const std::string& hint) {
  formula::Graph& g = scope.graph();
  for (const formula::Node x : g.reachable(nodes)) {
    if (g.op(x) != formula::Op::input) continue;
    const formula::Role role = scope.symbols().inputs()[g.slot(x)].role;
    if (role == formula::Role::control && forbidden.controls) {
      const std::string& name = scope.symbols().inputs()[g.slot(x)].name;
      scope.complain(code::control_here, at, "'" + name + "' is a control: only forces contain it");
      return false;
    }
    if ((role == formula::Role::coordinate && forbidden.coordinates) ||
        (role == formula::Role::rate && forbidden.rates) ||
        (role == formula::Role::acceleration && forbidden.accelerations)) {
      scope.complain(code::rates, at, what, hint);
      return false;
    }
  }
  return true;
}

bool check_members(Scope& scope, const Assembly& assembly, const Group& group,
                   std::span<const formula::Node> nodes, const Expression& at) {
  if (!group.ranges) return true;
  formula::Graph& g = scope.graph();
  for (const formula::Node x : g.reachable(nodes)) {
    if (g.op(x) != formula::Op::input) continue;
    const formula::Input& input = scope.symbols().inputs()[g.slot(x)];
    if (input.family < 0) continue;
    const Index place = assembly.outside(group, g.slot(x));
    if (place < 0) continue;
    std::string where;
    for (std::size_t k = 0; k < group.ranges->names.size(); ++k) {
      where += (k ? ", " : "") + group.ranges->names[k] + " = " +
               std::to_string(
                   static_cast<long>(group.ranges->places[static_cast<std::size_t>(place)][k]));
    }
    scope.complain(code::member, at, "'" + input.name + "' does not exist for " + where);
    return false;
  }
  return true;
}

}  // namespace zwang::compile
