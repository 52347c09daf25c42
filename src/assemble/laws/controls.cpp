// SPDX-License-Identifier: Apache-2.0
// Controls: forces that servo constraints determine. Q(u) = Q + Bᵀu, so a force is linear in them
// and nothing but a force contains them.

#include <algorithm>
#include <cmath>

#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;
using formula::Op;

namespace {

// The first control that nodes depend on; no_node: none.
Node control_in(Scope& scope, std::span<const Node> nodes) {
  const Graph& g = scope.graph();
  for (const Node x : g.reachable(nodes)) {
    if (g.op(x) == Op::input &&
        scope.symbols().inputs()[g.slot(x)].role == formula::Role::control) {
      return x;
    }
  }
  return formula::no_node;
}

std::string name_of(Scope& scope, Node input) {
  return "'" + scope.symbols().inputs()[scope.graph().slot(input)].name + "'";
}

// Linear: no slope contains a control, and none decides a step.
bool is_linear(Scope& scope, Node F) {
  Graph& g = scope.graph();
  std::vector<Node> suspects;
  for (const Node x : g.reachable({&F, 1})) {
    const Op op = g.op(x);
    if (op == Op::sign || op == Op::mod || is_condition(op)) suspects.push_back(x);
  }
  const formula::Columns columns(g, scope.controls());
  for (const formula::Partial& slope : gradient(g, F, columns)) suspects.push_back(slope.value);
  return control_in(scope, suspects) == formula::no_node;
}

// B: the slopes of all that goes into Q. Marks the controls that some force contains.
void add_slopes(Scope& scope, Assembly& assembly, std::vector<bool>& used) {
  const formula::Columns columns(scope.graph(), scope.controls());
  for (const auto& group : assembly.groups()) {
    for (const auto& [key, Q] : group->sums) {
      const auto& [array, row_slot, column_slot] = key;
      if (array != Array::Q) continue;
      for (const formula::Partial& slope : gradient(scope.graph(), Q, columns)) {
        assembly.add(*group, {slope.value, Array::B, slope.column, 0, no_slot, column_slot});
        used[static_cast<std::size_t>(slope.column)] = true;
      }
    }
  }
}

// What no formula of its own was blamed for: springs, gravity, gains, friction.
void check_elsewhere(Scope& scope, const Assembly& assembly) {
  std::vector<Node> nodes;
  for (const auto& group : assembly.groups()) {
    for (const auto& [key, node] : group->sums) {
      const Array array = std::get<0>(key);
      if (array != Array::Q && array != Array::power) nodes.push_back(node);
    }
    for (const Output& output : group->outputs) {
      if (output.array != Array::observables && output.array != Array::events) {
        nodes.push_back(output.node);
      }
    }
  }
  const std::vector<Node> all = scope.graph().reachable(nodes);
  for (std::size_t k = 0; k < scope.controls().size(); ++k) {
    if (!std::binary_search(all.begin(), all.end(), scope.controls()[k])) continue;
    const Name& name = scope.description().controls[k].name;
    scope.complain(code::control_here, name,
                   "only forces may contain the control '" + name.text +
                       "', not springs, gravity, gains or friction",
                   "write the force itself in [[forces]]");
  }
}

bool is_asked_for(const Description& description, const std::string& control) {
  const auto names_it = [&](const Name& name) { return name.text == control; };
  return std::any_of(description.constraints.begin(), description.constraints.end(),
                     [&](const Constraint& constraint) {
                       return std::any_of(constraint.servo.begin(), constraint.servo.end(),
                                          names_it);
                     });
}

double weight_of(Scope& scope, const Control& control, Index number) {
  const Node weight = scope.settled(control.weight);
  if (weight == formula::no_node) return 1;
  if (!scope.is_positive(weight) || !scope.is_finite(weight)) {
    scope.complain(code::control_weight, control.weight, "the weight of a control must be positive",
                   "a larger weight makes the control smaller");
  }
  return scope.keep({Kept::What::control_weight, number, 1, weight});
}

}  // namespace

bool check_linear_in_controls(Scope& scope, std::span<const Node> force, const Expression& at) {
  for (const Node F : force) {
    const Node u = control_in(scope, {&F, 1});
    if (u == formula::no_node || is_linear(scope, F)) continue;
    scope.complain(code::control_bends, at,
                   "this force is not linear in the control " + name_of(scope, u),
                   "make the force itself the control");
    return false;
  }
  return true;
}

Controls add_controls(Scope& scope, Assembly& assembly, Names& names) {
  Controls controls;
  const Description& description = scope.description();
  if (description.controls.empty()) return controls;
  std::vector<bool> used(description.controls.size());
  add_slopes(scope, assembly, used);
  check_elsewhere(scope, assembly);
  const bool ok = scope.ok();  // else the force that contains it may be among what is wrong
  for (std::size_t k = 0; k < description.controls.size(); ++k) {
    const Control& control = description.controls[k];
    const std::string& name = control.name.text;
    names.controls.push_back(name);
    controls.slots.push_back(scope.graph().slot(scope.controls()[k]));
    controls.weights.push_back(weight_of(scope, control, static_cast<Index>(k)));
    if (!ok) continue;
    if (!used[k]) {
      scope.complain(code::control_idle, control.name,
                     "no force contains the control '" + name + "'", "use it in a force");
    } else if (!is_asked_for(description, name)) {
      scope.complain(code::control_free, control.name, "nothing determines '" + name + "'",
                     "name it in a constraint: servo = [\"" + name + "\"]");
    }
  }
  return controls;
}

}  // namespace zwang::compile
