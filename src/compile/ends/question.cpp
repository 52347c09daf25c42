// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/question.h"

#include <algorithm>

#include "assemble/parts.h"
#include "compile/ends/ends.h"
#include "compile/ends/functional.h"
#include "compile/ends/guess.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Direction;
using formula::no_node;
using formula::Node;

namespace {

constexpr Index most_numbers = Index{1} << 25;  // 256 MiB in each workspace

void check_constraints(Scope& scope, const std::vector<equations::Row>& rows) {
  const auto& constraints = scope.description().constraints;
  std::set<std::uint32_t> blamed;  // once for each constraint
  for (const equations::Row& row : rows) {
    if (row.constraint == equations::no_constraint) continue;
    const char* const what = row.kind == equations::Kind::unilateral ? "inequalities"
                             : row.kind == equations::Kind::servo    ? "servo constraints"
                             : row.level == equations::Level::acceleration
                                 ? "equations between accelerations"
                                 : nullptr;
    if (!what || !blamed.insert(row.constraint).second) continue;
    scope.complain(code::two_ends, constraints[row.constraint].name,
                   std::string("a boundary-value problem cannot have ") + what,
                   "only equations between positions or rates are allowed");
  }
}

// What the equations of an extremal cannot contain.
void check_model(Scope& scope, const std::vector<equations::Row>& rows) {
  const Description& description = scope.description();
  if (description.free.order == 1) {
    scope.complain(code::two_ends, Expression("", description.free.at),
                   "a boundary-value problem needs a second-order system; this one has order 1");
  }
  for (const Control& control : description.controls) {
    scope.complain(code::two_ends, control.name, "a boundary-value problem cannot have controls");
  }
  for (const Nonideal& nonideal : description.nonideal) {
    scope.complain(code::two_ends, Expression("", nonideal.at),
                   "a boundary-value problem cannot have non-ideal forces");
  }
  for (const Body& body : description.bodies) {
    if (!body.friction.given()) continue;
    scope.complain(code::two_ends, body.friction,
                   "a boundary-value problem cannot have dry friction", "use damping instead");
  }
  check_constraints(scope, rows);
}

std::vector<Direction> directions_of(Scope& scope, const Functional& functional,
                                     const Unknowns& unknowns) {
  formula::Graph& g = scope.graph();
  std::vector<Direction> directions;
  const auto add = [&](Node input) {
    directions.emplace_back();
    directions.back().set(g.slot(input), g.constant(1));
  };
  for (const Node lambda : functional.lambda) add(lambda);
  for (const Node mu : functional.mu) add(mu);
  directions.insert(directions.end(), unknowns.directions.begin(), unknowns.directions.end());
  add(scope.time());
  return directions;
}

// Unknowns that move the surface on which a curve must lie, directly or with the time of an end.
// Rows of the velocity level count where F* does not contain them.
std::vector<unsigned char> rows_that_know(Scope& scope, const std::vector<WrittenRow>& rows,
                                          const Functional& functional, const Unknowns& unknowns,
                                          const EndFormulas (&ends)[2]) {
  formula::Graph& g = scope.graph();
  std::vector<unsigned char> know;
  for (Direction direction : unknowns.directions) {
    for (const EndFormulas& end : ends) {
      if (g.is_constant(along(scope, end.t, direction), 0)) continue;
      direction.set(g.slot(scope.time()), g.constant(1));
    }
    know.push_back(std::any_of(rows.begin(), rows.end(), [&](const WrittenRow& row) {
      const bool in_sum = functional.lagrange && row.level == equations::Level::velocity;
      return !in_sum && !g.is_constant(along(scope, row.residual, direction), 0);
    }));
  }
  return know;
}

// An unknown that nothing depends on could never be found.
void check_idle(Scope& scope, const Assembly& assembly, const Functional& functional,
                const Unknowns& unknowns, const EndFormulas (&ends)[2]) {
  std::vector<Node> nodes = functional.targets;
  if (functional.given()) nodes.push_back(functional.sum);
  for (const EndFormulas& end : ends) {
    nodes.push_back(end.t);
    nodes.insert(nodes.end(), end.residuals.begin(), end.residuals.end());
  }
  for (const auto& group : assembly.groups()) {  // the law of a system without a functional
    for (const auto& [key, node] : group->sums) nodes.push_back(node);
  }
  const std::vector<Node> all = scope.graph().reachable(nodes);
  for (std::size_t k = 0; k < unknowns.directions.size(); ++k) {
    if (std::any_of(all.begin(), all.end(), [&](Node x) {
          return scope.graph().op(x) == formula::Op::input &&
                 unknowns.directions[k].at(scope.graph().slot(x)) != no_node;
        })) {
      continue;
    }
    const Name& name = scope.description().extremal->unknowns[k].first;
    scope.complain(code::unknown, name, "nothing depends on '" + name.text + "'",
                   "use an unknown in an end, the integrand or an equation");
  }
}

// The stage that only parameters decide.
void add_settled(Scope& scope, Assembly& assembly, const Functional& functional,
                 const Unknowns& unknowns, const EndFormulas (&ends)[2]) {
  // Formulas of parameters that are themselves still to be settled.
  Direction by;
  const std::vector<Node> parameters = scope.parameter_nodes();
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    by.set(scope.graph().slot(parameters[k]), unknowns.settled[k]);
  }
  const auto write = [&](Node x, Array array, Index at) {
    x = substitute(scope.graph(), {&x, 1}, by).front();
    if (scope.graph().is_constant(x, 0)) return;
    assembly.add(assembly.lone(), {x, array, at});
  };
  const auto u = static_cast<Index>(unknowns.directions.size());
  const auto write_with_slopes = [&](Node x, Array value, Array slopes, Index row) {
    write(x, value, row);
    for (Index j = 0; j < u; ++j) {
      write(along(scope, x, unknowns.directions[at(j)]), slopes, row * u + j);
    }
  };
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    write(parameters[k], Array::settled, static_cast<Index>(k));
  }
  for (Index end = 0; end < 2; ++end) {
    write_with_slopes(ends[end].t, Array::times, Array::time_slopes, end);
  }
  for (std::size_t k = 0; k < functional.targets.size(); ++k) {
    write_with_slopes(functional.targets[k], Array::targets, Array::target_slopes,
                      static_cast<Index>(k));
  }
}

equations::TwoEnds describe(Scope& scope, const Functional& functional, const Unknowns& unknowns,
                            const EndFormulas (&ends)[2]) {
  const auto slots = [&](const std::vector<Node>& nodes) {
    std::vector<std::uint32_t> result;
    for (const Node x : nodes) result.push_back(scope.graph().slot(x));
    return result;
  };
  equations::TwoEnds two_ends;
  two_ends.compiled = true;
  two_ends.variational = functional.given();
  two_ends.lagrange = functional.lagrange;
  two_ends.lambdas = static_cast<Index>(functional.lambda.size());
  two_ends.integrals = static_cast<Index>(functional.mu.size());
  two_ends.unknowns = static_cast<Index>(unknowns.numbers.size());
  two_ends.lambda_slots = slots(functional.lambda);
  two_ends.mu_slots = slots(functional.mu);
  two_ends.lambda_rows = functional.lambda_rows;
  two_ends.unknown_parameters = unknowns.numbers;
  two_ends.unknown_guess = unknowns.guess;
  for (int end = 0; end < 2; ++end) {
    two_ends.rows[end] = ends[end].rows;
    two_ends.nu_slots[end] = slots(ends[end].nu);
  }
  two_ends.degree_one = functional.lagrange && is_of_degree_one(scope, functional);
  two_ends.may_jump = functional.given() && may_jump(scope, functional);
  return two_ends;
}

// Places for all numbers; false and a complaint if there are too many.
bool check_size(Scope& scope, const Names& names, const equations::TwoEnds& two_ends) {
  equations::Sizes sizes;
  sizes.n = static_cast<Index>(names.coordinates.size());
  two_ends.add_to(sizes, static_cast<Index>(scope.parameter_nodes().size()));
  equations::Layout layout(sizes);
  layout.place_all();
  if (layout.size() <= most_numbers) return true;
  scope.complain(
      code::too_large, Expression("", scope.description().extremal->at),
      "this boundary-value problem has too many coordinates, constraint equations and unknowns");
  return false;
}

}  // namespace

Description without_drift(const Description& description) {
  Description result = description;
  result.events.clear();
  for (Constraint& constraint : result.constraints) {
    if (constraint.drift.policy == Drift::Policy::baumgarte) constraint.drift = {};
  }
  return result;
}

bool has_integrand(const Description& description) {
  return description.extremal && description.extremal->integrand.given();
}

Question add_question(Scope& scope, Assembly& assembly, const Names& names,
                      const std::vector<equations::Row>& rows) {
  Question question;
  if (!scope.description().extremal) {
    scope.complain(code::no_extremal, Expression(), "this model has no boundary-value problem",
                   "add [extremal] with its two ends");
    return question;
  }
  check_model(scope, rows);
  const Unknowns unknowns = read_unknowns(scope);
  std::vector<WrittenRow> written;
  if (scope.ok()) written = write_out_rows(scope, names, rows);
  const EndFormulas ends[2] = {read_end(scope, assembly, names, 0, written),
                               read_end(scope, assembly, names, 1, written)};
  check_times(scope, ends[0], ends[1]);
  const std::vector<Node> guesses = read_guesses(scope, assembly, names);
  const std::vector<equations::EndRow> end_rows[2] = {ends[0].rows, ends[1].rows};
  std::vector<unsigned char> periodic = read_periodic(scope, assembly, names, end_rows);
  const Functional functional = read_functional(scope, written);
  if (scope.ok()) check_idle(scope, assembly, functional, unknowns, ends);
  if (!scope.ok()) return question;

  equations::TwoEnds& two_ends = question.two_ends = describe(scope, functional, unknowns, ends);
  two_ends.periodic = std::move(periodic);
  for (const Node x : guesses) two_ends.guessed.push_back(x != no_node);
  two_ends.rows_know = rows_that_know(scope, written, functional, unknowns, ends);
  if (!check_size(scope, names, two_ends)) return question;
  question.directions = directions_of(scope, functional, unknowns);
  add_extremal_law(scope, assembly, functional);
  add_functional(scope, assembly, functional, unknowns, question.directions);
  add_settled(scope, assembly, functional, unknowns, ends);
  add_guesses(scope, assembly, guesses);
  for (int end = 0; end < 2; ++end) {
    add_end(scope, assembly, end, ends[end], unknowns);
  }
  return question;
}

}  // namespace zwang::compile
