// SPDX-License-Identifier: Apache-2.0
// Start values.

#include <cmath>

#include "assemble/parts.h"
#include "formula/evaluate.h"
#include "scope/code.h"

namespace zwang::compile {

namespace {

// Values in the order of the coordinates.
class Start {
 public:
  explicit Start(Scope& scope) : scope_(scope), inputs_(scope.symbols().numbers()) {}

  void one(const Expression& q, const Expression& v) {
    take(q, settled(q), values.q, values.q_formulas);
    const Expression& rate = v.given() ? v : at_rest;
    take(rate, settled(rate), values.v, values.v_formulas);
  }

  // Numbers that were read with the body.
  void joint(const Solid& solid) {
    for (const formula::Node x : solid.q0) take({}, {x}, values.q, values.q_formulas);
    for (const formula::Node x : solid.v0) take({}, {x}, values.v, values.v_formulas);
  }

  void particle(const Particle& particle) {
    for (std::size_t k = 0; k < particle.position.size(); ++k) {
      one(particle.position[k], velocity(particle, k));
    }
  }

  // Members 1 … count, component by component; i stands for the number.
  void members(Index count, const std::vector<const Expression*>& q,
               const std::vector<const Expression*>& v) {
    const formula::Node index = scope_.bind_index("i");
    inputs_.resize(scope_.symbols().inputs().size());
    std::vector<StartFormula> at_q, at_v;
    for (const Expression* const x : q) at_q.push_back({scope_.settled(*x, true), index, 0});
    for (const Expression* const x : v) at_v.push_back({scope_.settled(*x, true), index, 0});
    scope_.release_index("i");
    const std::size_t before = scope_.complaints();
    for (Index i = 1; i <= count && scope_.complaints() == before; ++i) {  // once is enough
      for (std::size_t k = 0; k < q.size(); ++k) {
        at_q[k].member = at_v[k].member = static_cast<double>(i);
        take(*q[k], at_q[k], values.q, values.q_formulas);
        take(*v[k], at_v[k], values.v, values.v_formulas);
      }
    }
  }

  void particles(Index count, const Particle& particle) {
    std::vector<const Expression*> q, v;
    for (std::size_t k = 0; k < particle.position.size(); ++k) {
      q.push_back(&particle.position[k]);
      v.push_back(&velocity(particle, k));
    }
    members(count, q, v);
  }

  void coordinates(Index count, const Coordinate& coordinate) {
    const bool moves = coordinate.rate.given();
    members(count, {&coordinate.start}, {moves ? &coordinate.rate : &at_rest});
  }

  StartValues values;

 private:
  const Expression& velocity(const Particle& particle, std::size_t k) const {
    const bool moves = particle.velocity.size() > k && particle.velocity[k].given();
    return moves ? particle.velocity[k] : at_rest;
  }

  StartFormula settled(const Expression& expression) { return {scope_.settled(expression)}; }

  void take(const Expression& at, const StartFormula& formula, std::vector<double>& numbers,
            std::vector<StartFormula>& formulas) {
    const double x = value_of(scope_.graph(), formula, inputs_);
    numbers.push_back(x);
    formulas.push_back(formula);
    if (!std::isfinite(x)) scope_.complain(code::not_finite, at, "this is not a finite number");
  }

  Scope& scope_;
  std::vector<double> inputs_;
  const Expression at_rest{0.0};
};

}  // namespace

double value_of(const formula::Graph& graph, const StartFormula& formula,
                std::vector<double>& inputs) {
  if (formula.node == formula::no_node) return 0;
  if (graph.is_constant(formula.node)) return graph.value(formula.node);
  if (formula.index != formula::no_node) inputs[graph.slot(formula.index)] = formula.member;
  return formula::evaluate(graph, {&formula.node, 1}, inputs).front() + 0.0;  // 0, not −0
}

StartValues start_values(Scope& scope) {
  Start start(scope);
  for (const Coordinate& coordinate : scope.description().coordinates) {
    const formula::Family* family = scope.symbols().family(coordinate.name.text);
    if (!coordinate.count.given()) {
      start.one(coordinate.start, coordinate.rate);
    } else if (family) {
      start.coordinates(family->last, coordinate);
    }
  }
  for (const Points& points : scope.points()) {
    if (points.family < 0) {
      start.particle(*points.particle);
    } else {
      const auto number = static_cast<std::size_t>(points.family);
      start.particles(scope.symbols().families()[number].last, *points.particle);
    }
  }
  for (const Solid& solid : scope.solids()) start.joint(solid);
  if (scope.description().simulate) {
    const formula::Node from = scope.settled(scope.description().simulate->from);
    if (from != formula::no_node) start.values.t = scope.passing(from);  // kept with [simulate]
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
      scope.complain(code::control_here, at, "'" + name + "' is a control: use it only in forces");
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
