// SPDX-License-Identifier: Apache-2.0
#include "model/compile.h"

#include <algorithm>

#include "equations/reduce.h"
#include "model/compile_body_forces.h"
#include "model/compile_code.h"
#include "model/compile_kind.h"
#include "model/compile_massless.h"
#include "model/compile_nonideal.h"
#include "model/compile_parts.h"
#include "model/compile_question.h"
#include "model/compile_solid_lagrangian.h"
#include "model/compile_solids.h"

namespace zwang::model {

using formula::Node;

namespace {

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

// Coordinates of joints: some seconds of compilation.
constexpr std::size_t most_of_two_ends = 30;

// M, Q and the energy, unless an integrand says all of it.
void add_laws(Scope& scope, Assembly& assembly, const CompileOptions& options) {
  if (options.extremal && has_integrand(scope.description())) return;
  add_free_motion(scope, assembly);
  add_particles(scope, assembly);
  if (scope.writes_out_bodies()) add_lagrangian(scope, assembly, solid_lagrangian(scope));
  add_forces(scope, assembly);
  add_damping(scope, assembly);
}

Derivatives derivatives_of(Scope& scope, const CompileOptions& options, const Question& question) {
  const bool hidden = options.hidden && scope.description().free.order == 2;
  if (options.extremal) return {true, hidden, question.directions, &question.two_ends};
  // Numbers of solids reach rows and forces through what formulas see, whose slopes are in the tangent.
  const bool tangent = options.tangent || (!options.sensitivity.empty() && !scope.solids().empty());
  return {tangent, hidden, parameter_directions(scope, options.sensitivity), nullptr};
}

// What frames have been asked for stands behind the true coordinates.
void add_frames(Scope& scope, Assembly& assembly) {
  std::vector<Node> q = all_coordinates(scope);
  for (const FrameSymbols& frame : scope.frames().all()) {
    q.insert(q.end(), frame.X.nodes().begin(), frame.X.nodes().end());
  }
  assembly.set_coordinates(std::move(q));
}

// From the system over coordinates and frames to the one over coordinates.
equations::Equations with_solids(Scope& scope, equations::Equations written) {
  Index joints = 0;
  for (const Solid& solid : scope.solids()) joints += static_cast<Index>(solid.q.size());
  equations::Solids solids =
      lay_out_solids(scope, static_cast<Index>(all_coordinates(scope).size()) - joints);
  solids.properties = std::move(written.solids->properties);
  solids.property = written.solids->property;
  solids.property_count = written.solids->property_count;
  written.solids.reset();
  return reduce(std::move(written), std::move(solids));
}

Compiled compile_all(const Description& description, const CompileOptions& options) {
  Compiled compiled;
  Scope scope(description, options.overrides);
  if (options.extremal && description.extremal) {
    write_out_small_tree(scope, Expression("", description.extremal->at), most_of_two_ends);
  }
  check_overrides(scope, options.overrides);
  Assembly assembly(scope);
  assembly.set_coordinates(all_coordinates(scope));
  compiled.names.parameters = scope.parameter_names();
  compiled.names.coordinates = coordinate_names(scope);
  for (const Solid& solid : scope.solids()) compiled.names.bodies.push_back(solid.name());
  if (compiled.names.coordinates.empty() && scope.ok()) {
    scope.complain(code::nothing_moves, Expression(), "nothing moves in this model",
                   "write [coordinates], [[particles]] or [[bodies]]");
  }
  add_laws(scope, assembly, options);
  std::vector<equations::Row> rows;
  std::vector<double> weights;
  Counts counts;
  add_rows(scope, assembly, compiled.names, rows, weights);
  add_norm_rows(scope, assembly, rows, weights);
  const std::vector<std::vector<Index>> servo = servo_controls(scope);
  Reactions reactions(scope, assembly, compiled.names);
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
  if (!scope.solids().empty() && !scope.writes_out_bodies()) {
    check_massless(scope, assembly);
    counts.properties = add_properties(scope, assembly);
    add_frames(scope, assembly);
  }
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
    if (compiled.equations.solids) {
      compiled.equations = with_solids(scope, std::move(compiled.equations));
    }
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
