// SPDX-License-Identifier: Apache-2.0
#include "model/compile.h"

#include <algorithm>
#include <cmath>

#include "model/compile_code.h"
#include "model/compile_kind.h"
#include "model/compile_nonideal.h"
#include "model/compile_parts.h"
#include "model/compile_question.h"

namespace zwang::model {

using formula::Node;

namespace {

// Calls visit(first node of a coordinate or point, name) in the order of the file.
template <class Visit>
void for_each_coordinate(Scope& scope, Visit visit) {
  const formula::Symbols& symbols = scope.symbols();
  const auto family_of = [&](const std::string& name) { return scope.symbols().family(name); };
  for (const Coordinate& coordinate : scope.description().coordinates) {
    if (const formula::Family* family = family_of(coordinate.name.text)) {
      for (const Node x : family->members) visit(x);
    } else if (const auto value =
                   scope.symbols().find({{coordinate.name.text}, formula::no_node, {}})) {
      visit(value->at[0]);
    }
  }
  for (const Points& points : scope.points()) {
    const std::vector<Node>& q =
        points.family < 0 ? points.q
                          : symbols.families()[static_cast<std::size_t>(points.family)].members;
    for (const Node x : q) visit(x);
  }
}

void check_overrides(Scope& scope, const Overrides& overrides) {
  const auto& known = scope.parameter_names();
  for (const auto& [name, value] : overrides) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string_view near = nearest(name, known);
    scope.complain(code::unknown_set, Expression(),
                   "'" + name + "' is not a parameter of this model",
                   near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
  }
}

// M, Q and the energy, unless an integrand says all of it.
void add_laws(Scope& scope, Assembly& assembly, const CompileOptions& options) {
  if (options.extremal && has_integrand(scope.description())) return;
  add_free_motion(scope, assembly);
  add_particles(scope, assembly);
  add_forces(scope, assembly);
}

Derivatives derivatives_of(Scope& scope, const CompileOptions& options, const Question& question) {
  const bool hidden = options.hidden && scope.description().free.order == 2;
  if (options.extremal) return {true, hidden, question.directions, &question.two_ends};
  return {options.tangent, hidden, parameter_directions(scope, options.sensitivity), nullptr};
}

}  // namespace

std::vector<Node> all_coordinates(Scope& scope) {
  std::vector<Node> all;
  for_each_coordinate(scope, [&](Node x) { all.push_back(x); });
  return all;
}

std::vector<std::string> coordinate_names(Scope& scope) {
  std::vector<std::string> names;
  for_each_coordinate(scope, [&](Node x) {
    names.push_back(scope.symbols().inputs()[scope.graph().slot(x)].name);
  });
  return names;
}

std::vector<Node> coordinates_in(Scope& scope, std::span<const Node> nodes) {
  formula::Graph& g = scope.graph();
  std::vector<Node> found;
  for (const Node x : g.reachable(nodes)) {
    if (g.op(x) != formula::Op::input) continue;
    const std::uint32_t slot = g.slot(x);
    switch (scope.symbols().inputs()[slot].role) {
      case formula::Role::coordinate:
        found.push_back(x);
        break;
      case formula::Role::rate:
        found.push_back(g.input(slot - 1));
        break;
      case formula::Role::acceleration:
        found.push_back(g.input(slot - 2));
        break;
      default:
        break;
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

namespace {

Compiled compile_all(const Description& description, const CompileOptions& options) {
  Compiled compiled;
  Scope scope(description, options.overrides);
  check_overrides(scope, options.overrides);
  Assembly assembly(scope);
  assembly.set_coordinates(all_coordinates(scope));
  compiled.names.parameters = scope.parameter_names();
  compiled.names.coordinates = coordinate_names(scope);
  if (compiled.names.coordinates.empty() && scope.ok()) {
    scope.complain(code::nothing_moves, Expression(), "nothing moves in this model",
                   "write [coordinates] or [[particles]]");
  }
  add_laws(scope, assembly, options);
  std::vector<equations::Row> rows;
  std::vector<double> weights;
  Counts counts;
  add_rows(scope, assembly, compiled.names, rows, weights);
  const std::vector<std::vector<Index>> servo = servo_controls(scope);
  Reactions reactions(scope, compiled.names);
  const NonidealParts nonideal =
      add_nonideal(scope, assembly, compiled.names, reactions, rows, weights);
  counts.rows = static_cast<Index>(rows.size());  // with those that stick
  counts.full_rows = options.hidden_rows;
  for (Index k = 0; k < options.hidden_rows; ++k, ++counts.rows) {
    rows.push_back({equations::no_constraint, equations::Level::acceleration,
                    equations::Drift::none, false, equations::Kind::hidden});
    if (!weights.empty()) weights.push_back(1);
  }
  counts.limits = nonideal.limits();
  counts.sliding = nonideal.components;
  counts.observables = add_observables(scope, assembly, compiled.names, reactions);
  Question question;
  if (options.extremal) question = add_question(scope, assembly, compiled.names, rows);
  const Events events = add_events(scope, assembly, compiled.names, reactions, rows);
  const Controls controls = add_controls(scope, assembly, compiled.names);
  counts.controls = static_cast<Index>(controls.slots.size());
  counts.events = static_cast<Index>(events.events.size());
  counts.sets = events.sets;
  counts.reactions = reactions.count();
  const StartValues start = start_values(scope);
  compiled.simulation = evaluate_simulation(scope);
  compiled.extremal = evaluate_extremal(scope);
  if (scope.ok()) {
    const Derivatives derivatives = derivatives_of(scope, options, question);
    counts.parameters = static_cast<Index>(derivatives.parameters.size());
    compiled.equations = assembly.finish(counts, derivatives);
    if (!options.extremal) {
      compiled.equations.sensitivity =
          start_sensitivity(scope, options.sensitivity, derivatives.parameters, start);
    }
    compiled.equations.order = description.free.order;
    compiled.equations.rows = std::move(rows);
    compiled.equations.weights = std::move(weights);
    compiled.equations.reactions = reactions.finish(assembly, compiled.equations);
    compiled.equations.sliding = nonideal.sliding;
    compiled.equations.servo_controls = servo;
    // Reactions and controls depend on rates, and so does what reads them.
    if (!compiled.equations.nonideal.blocks.empty() || !controls.slots.empty()) {
      compiled.equations.traits.force_by_rate = true;
    }
    compiled.equations.control_slots = controls.slots;
    compiled.equations.control_weights = controls.weights;
    compiled.equations.events = events.events;
    compiled.equations.t = start.t;
    compiled.equations.q = start.q;
    compiled.equations.v = start.v;
  }
  compiled.diagnostics = scope.take_diagnostics();
  std::stable_sort(
      compiled.diagnostics.begin(), compiled.diagnostics.end(),
      [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
  return compiled;
}

}  // namespace

Compiled compile(const Description& description, const CompileOptions& options) {
  if (!options.extremal) return compile_all(description, options);
  return compile_all(without_drift(description), options);
}

}  // namespace zwang::model
