// SPDX-License-Identifier: Apache-2.0
#include "compile/compilation.h"

#include <algorithm>

#include "assemble/bodies/body_forces.h"
#include "assemble/bodies/shape_numbers.h"
#include "assemble/bodies/solid_lagrangian.h"
#include "assemble/bodies/solids.h"
#include "assemble/free/massless.h"
#include "assemble/rows/kind.h"
#include "equations/reduce.h"
#include "formula/write/print.h"
#include "scope/code.h"

namespace zwang::compile {

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
  return reduce(std::move(written), std::move(solids));
}

}  // namespace

Compilation::Compilation(const Description& description, const Overrides& overrides)
    : scope_(description, overrides), assembly_(scope_), reactions_(scope_, assembly_, names_) {
  check_overrides(scope_, overrides);
  named_ = scope_.complaints();
  name_what_moves();
}

Compilation::Compilation(const Compilation& other)
    : scope_(other.scope_, other.scope_.description()),
      assembly_(other.assembly_, scope_),
      named_(other.named_),
      names_(other.names_),
      reactions_(other.reactions_, scope_, assembly_, names_),
      rows_(other.rows_),
      weights_(other.weights_),
      servo_(other.servo_),
      nonideal_(other.nonideal_),
      events_(other.events_),
      controls_(other.controls_),
      start_(other.start_),
      counts_(other.counts_),
      simulation_(other.simulation_),
      linear_time_(other.linear_time_),
      extremal_(other.extremal_) {}

Compilation::Compilation(const Compilation& other, const Description& description)
    : scope_(other.scope_, description),
      assembly_(scope_),
      named_(other.named_),
      reactions_(scope_, assembly_, names_) {
  scope_.forget_complaints(named_);
  name_what_moves();
}

void Compilation::name_what_moves() {
  assembly_.set_coordinates(all_coordinates(scope_));
  names_.parameters = scope_.parameter_names();
  names_.coordinates = coordinate_names(scope_);
  for (const Solid& solid : scope_.solids()) names_.bodies.push_back(solid.name());
  if (names_.coordinates.empty() && scope_.ok()) {
    scope_.complain(code::nothing_moves, Expression(), "nothing moves in this model",
                    "add [coordinates], [[particles]] or [[bodies]]");
  }
}

void Compilation::complain_of(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    scope_.complain(problem.code, problem.at, problem.what, problem.hint);
}

void Compilation::read_motion() {
  add_laws();
  add_all_rows();
  counts_.observables =
      add_observables(scope_, assembly_, names_, reactions_, scope_.description().observe);
  events_ = add_events(scope_, assembly_, names_, reactions_, rows_);
  controls_ = add_controls(scope_, assembly_, names_);
  add_numbers();
}

void Compilation::read_two_ends() {
  const Description& description = scope_.description();
  if (description.extremal) {
    write_out_small_tree(scope_, Expression("", description.extremal->at), most_of_two_ends);
  }
  if (!has_integrand(description)) add_laws();
  add_all_rows();
  counts_.observables = add_observables(scope_, assembly_, names_, reactions_, description.observe);
  question_ = add_question(scope_, assembly_, names_, rows_);
  controls_ = add_controls(scope_, assembly_, names_);
  add_numbers();
}

void Compilation::observe(const std::vector<Observable>& observables) {
  names_.observables.clear();
  names_.observed.clear();
  names_.run_formulas.clear();
  assembly_.clear();
  counts_.observables = add_observables(scope_, assembly_, names_, reactions_, observables, false);
  add_bodies();
}

// M, Q and the energy.
void Compilation::add_laws() {
  add_free_motion(scope_, assembly_);
  add_particles(scope_, assembly_);
  if (scope_.writes_out_bodies()) add_lagrangian(scope_, assembly_, solid_lagrangian(scope_));
  add_forces(scope_, assembly_);
  add_damping(scope_, assembly_);
}

// Those of constraints, those that keep quaternions normal, those that stick.
void Compilation::add_all_rows() {
  add_rows(scope_, assembly_, names_, rows_, weights_);
  add_norm_rows(scope_, assembly_, rows_, weights_);
  servo_ = servo_controls(scope_);
  nonideal_ = add_nonideal(scope_, assembly_, names_, reactions_, rows_, weights_);
}

// Where it starts, what is asked of it, and the numbers of bodies.
void Compilation::add_numbers() {
  start_ = start_values(scope_);
  simulation_ = evaluate_simulation(scope_);
  linear_time_ = evaluate_linear_time(scope_);
  extremal_ = evaluate_extremal(scope_);
  if (!scope_.writes_out_bodies()) check_massless(scope_, assembly_);
  add_bodies();
  assembly_.close_sums();
}

void Compilation::add_bodies() {
  if (scope_.solids().empty() || scope_.writes_out_bodies()) return;
  counts_.properties = add_properties(scope_, assembly_);
  add_frames(scope_, assembly_);
}

// Sets of rows that hide one are behind all others.
void Compilation::add_hidden_rows(const Lowering& wanted) {
  for (std::size_t k = 0; k < wanted.hidden_sets.size(); ++k) {
    rows_.push_back({equations::no_constraint, equations::Level::acceleration,
                     equations::Drift::none, false, equations::Kind::hidden});
    if (!weights_.empty()) weights_.push_back(1);
  }
  counts_.full_rows = static_cast<Index>(wanted.hidden_sets.size());
}

void Compilation::count() {
  counts_.m = static_cast<Index>(rows_.size());
  counts_.limits = nonideal_.limits();
  counts_.sliding = nonideal_.components;
  counts_.controls = static_cast<Index>(controls_.slots.size());
  counts_.events = static_cast<Index>(events_.events.size());
  counts_.sets = events_.sets;
  counts_.reactions = reactions_.count();
}

Derivatives Compilation::derivatives_of(const Lowering& wanted) {
  const bool hidden = wanted.hidden && scope_.description().free.order == 2;
  if (wanted.extremal) return {true, hidden, question_.directions, &question_.two_ends};
  // Numbers of solids reach rows and forces through what formulas see, whose slopes are in the tangent.
  const bool tangent = wanted.tangent || (!wanted.sensitivity.empty() && !scope_.solids().empty());
  return {tangent, hidden, parameter_directions(scope_, wanted.sensitivity), nullptr};
}

Compiled Compilation::lower(const Lowering& wanted) {
  Compiled compiled;
  if (scope_.ok()) {
    add_hidden_rows(wanted);
    count();
    assemble(wanted, compiled.equations);
  }
  compiled.names = names_;
  compiled.simulation = simulation_;
  compiled.linear_time = linear_time_;
  compiled.extremal = extremal_;
  compiled.shapes = shape_numbers(scope_);
  compiled.readings = scope_.readings();
  compiled.diagnostics = scope_.diagnostics();
  std::stable_sort(
      compiled.diagnostics.begin(), compiled.diagnostics.end(),
      [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
  return compiled;
}

MovedStart Compilation::moved(Index parameter, double value) const {
  const formula::Graph& g = scope_.graph();
  std::vector<double> inputs = scope_.symbols().numbers();
  const std::vector<Node> parameters = scope_.parameter_nodes();
  const Node other = parameters[static_cast<std::size_t>(parameter)];
  inputs[g.slot(other)] = value;
  for (const auto& [own, formula] : scope_.parameter_formulas()) {
    if (own != other) inputs[g.slot(own)] = value_of(g, {formula}, inputs);
  }
  MovedStart start;
  for (const Node x : parameters) start.parameters.push_back(inputs[g.slot(x)]);
  for (const StartFormula& x : start_.q_formulas) start.q.push_back(value_of(g, x, inputs));
  for (const StartFormula& x : start_.v_formulas) start.v.push_back(value_of(g, x, inputs));
  return start;
}

void Compilation::move_names(const Moved& moved, const Overrides& set) {
  scope_.move_parameters(moved.inputs, set);
}

void Compilation::move(const Moved& moved, const Overrides& set) {
  move_names(moved, set);
  start_.q = moved.q;
  start_.v = moved.v;
  set_kept(scope_.kept(), moved.kept,
           {rows_, controls_.weights, events_.events, simulation_, start_.t});
}

void Compilation::assemble(const Lowering& wanted, equations::Equations& equations) {
  const Derivatives derivatives = derivatives_of(wanted);
  counts_.directions = static_cast<Index>(derivatives.parameters.size());
  equations = assembly_.finish(counts_, derivatives);
  if (wanted.extremal) {
    for (const Node x : assembly_.arguments())
      names_.arguments.push_back(formula::print(scope_.symbols(), x).formula);
  }
  names_.switches.clear();
  for (const Node x : assembly_.switches())
    names_.switches.push_back(formula::print(scope_.symbols(), x).formula);
  equations.hidden.sets = wanted.hidden_sets;
  if (!wanted.extremal) {
    equations.sensitivity =
        start_sensitivity(scope_, wanted.sensitivity, derivatives.parameters, start_);
  }
  equations.order = scope_.description().free.order;
  equations.rows = rows_;
  equations.weights = weights_;
  equations.reactions = reactions_.finish(assembly_, equations);
  equations.sliding = nonideal_.sliding;
  equations.servo_controls = servo_;
  // Reactions and controls depend on rates, and so does what reads them.
  if (equations.has(equations::Stage::nonideal) || !controls_.slots.empty()) {
    equations.traits.force_by_rate = true;
  }
  equations.control_slots = controls_.slots;
  equations.control_weights = controls_.weights;
  equations.events = events_.events;
  equations.t = start_.t;
  equations.q = start_.q;
  equations.v = start_.v;
  if (counts_.properties > 0) equations = with_solids(scope_, std::move(equations));
}

}  // namespace zwang::compile
