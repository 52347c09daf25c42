// SPDX-License-Identifier: Apache-2.0
#include "compile/compile.h"

#include <algorithm>

#include "compile/bodies/body_forces.h"
#include "compile/bodies/solid_lagrangian.h"
#include "compile/bodies/solids.h"
#include "compile/code.h"
#include "compile/ends/question.h"
#include "compile/free/massless.h"
#include "compile/laws/nonideal.h"
#include "compile/parts.h"
#include "compile/rows/kind.h"
#include "equations/reduce.h"

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

// M, Q and the energy, unless an integrand says all of it.
void add_laws(Scope& scope, Assembly& assembly, const CompileOptions& options) {
  if (options.extremal && has_integrand(scope.description())) return;
  add_free_motion(scope, assembly);
  add_particles(scope, assembly);
  if (scope.writes_out_bodies()) add_lagrangian(scope, assembly, solid_lagrangian(scope));
  add_forces(scope, assembly);
  add_damping(scope, assembly);
}

Derivatives derivatives_of(Scope& scope, const CompileOptions& options, Question& question) {
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
  return reduce(std::move(written), std::move(solids));
}

// One model on its way to equations. The parts are added in this order, for some read those before them.
class Compilation {
 public:
  Compilation(const Description& description, const CompileOptions& options)
      : options_(options), scope_(description, options.overrides), assembly_(scope_) {}

  Compiled compile() {
    name_what_moves();
    add_laws(scope_, assembly_, options_);
    add_all_rows();
    add_what_is_watched();
    add_numbers();
    if (scope_.ok()) assemble();
    compiled_.diagnostics = scope_.take_diagnostics();
    std::stable_sort(
        compiled_.diagnostics.begin(), compiled_.diagnostics.end(),
        [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
    return std::move(compiled_);
  }

 private:
  void name_what_moves();
  void add_all_rows();
  void add_what_is_watched();
  void add_numbers();
  void assemble();

  const CompileOptions& options_;
  Scope scope_;
  Assembly assembly_;
  Compiled compiled_;
  Reactions reactions_{scope_, assembly_, compiled_.names};
  std::vector<equations::Row> rows_;
  std::vector<double> weights_;
  std::vector<std::vector<Index>> servo_;
  NonidealParts nonideal_;
  Question question_;
  Events events_;
  Controls controls_;
  StartValues start_;
  Counts counts_;
};

void Compilation::name_what_moves() {
  const Description& description = scope_.description();
  if (options_.extremal && description.extremal) {
    write_out_small_tree(scope_, Expression("", description.extremal->at), most_of_two_ends);
  }
  check_overrides(scope_, options_.overrides);
  assembly_.set_coordinates(all_coordinates(scope_));
  Names& names = compiled_.names;
  names.parameters = scope_.parameter_names();
  names.coordinates = coordinate_names(scope_);
  for (const Solid& solid : scope_.solids()) names.bodies.push_back(solid.name());
  if (names.coordinates.empty() && scope_.ok()) {
    scope_.complain(code::nothing_moves, Expression(), "nothing moves in this model",
                    "write [coordinates], [[particles]] or [[bodies]]");
  }
}

// Those of constraints, those that keep quaternions normal, those that stick, those that are hidden.
void Compilation::add_all_rows() {
  add_rows(scope_, assembly_, compiled_.names, rows_, weights_);
  add_norm_rows(scope_, assembly_, rows_, weights_);
  servo_ = servo_controls(scope_);
  nonideal_ = add_nonideal(scope_, assembly_, compiled_.names, reactions_, rows_, weights_);
  counts_.limits = nonideal_.limits();
  counts_.sliding = nonideal_.components;
  counts_.full_rows = options_.hidden_rows;
  for (Index k = 0; k < options_.hidden_rows; ++k) {
    rows_.push_back({equations::no_constraint, equations::Level::acceleration,
                     equations::Drift::none, false, equations::Kind::hidden});
    if (!weights_.empty()) weights_.push_back(1);
  }
  counts_.m = static_cast<Index>(rows_.size());
}

void Compilation::add_what_is_watched() {
  Names& names = compiled_.names;
  counts_.observables = add_observables(scope_, assembly_, names, reactions_);
  if (options_.extremal) question_ = add_question(scope_, assembly_, names, rows_);
  events_ = add_events(scope_, assembly_, names, reactions_, rows_);
  controls_ = add_controls(scope_, assembly_, names);
  counts_.controls = static_cast<Index>(controls_.slots.size());
  counts_.events = static_cast<Index>(events_.events.size());
  counts_.sets = events_.sets;
  counts_.reactions = reactions_.count();
}

// Where it starts, what is asked of it, and the numbers of bodies.
void Compilation::add_numbers() {
  start_ = start_values(scope_);
  compiled_.simulation = evaluate_simulation(scope_);
  compiled_.extremal = evaluate_extremal(scope_);
  if (scope_.solids().empty() || scope_.writes_out_bodies()) return;
  check_massless(scope_, assembly_);
  counts_.properties = add_properties(scope_, assembly_);
  add_frames(scope_, assembly_);
}

void Compilation::assemble() {
  const Derivatives derivatives = derivatives_of(scope_, options_, question_);
  counts_.directions = static_cast<Index>(derivatives.parameters.size());
  equations::Equations& equations = compiled_.equations;
  equations = assembly_.finish(counts_, derivatives);
  if (!options_.extremal) {
    equations.sensitivity =
        start_sensitivity(scope_, options_.sensitivity, derivatives.parameters, start_);
  }
  equations.order = scope_.description().free.order;
  equations.rows = std::move(rows_);
  equations.weights = std::move(weights_);
  equations.reactions = reactions_.finish(assembly_, equations);
  equations.sliding = nonideal_.sliding;
  equations.servo_controls = servo_;
  // Reactions and controls depend on rates, and so does what reads them.
  if (equations.has(Stage::nonideal) || !controls_.slots.empty()) {
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

}  // namespace

Compiled compile(const Description& description, const CompileOptions& options) {
  if (!options.extremal) return Compilation(description, options).compile();
  return Compilation(without_drift(description), options).compile();
}

}  // namespace zwang::compile
