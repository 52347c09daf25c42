// SPDX-License-Identifier: Apache-2.0
// Constraints become rows.

#include <algorithm>

#include "assemble/bodies/closure.h"
#include "assemble/parts.h"
#include "assemble/rows/kind.h"
#include "assemble/rows/row.h"
#include "assemble/rows/vanishing.h"
#include "assemble/touch/touch.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

equations::Drift drift_of(const Constraint& constraint) {
  switch (constraint.drift.policy) {
    case Drift::Policy::baumgarte:
      return equations::Drift::baumgarte;
    case Drift::Policy::none:
      return equations::Drift::none;
    default:
      return equations::Drift::project;
  }
}

// b − 2α φ̇ − β² φ; at the velocity level b − 2α f.
Node stabilised(Scope& scope, const Constraint& constraint, const formula::Row& row) {
  if (constraint.drift.policy != Drift::Policy::baumgarte) return row.b;
  Graph& g = scope.graph();
  const Node alpha = scope.scalar(constraint.drift.alpha);
  const Node beta = scope.scalar(constraint.drift.beta);
  if (alpha == no_node || beta == no_node) return row.b;
  const Node twice = g.multiply(g.constant(2), alpha);
  if (row.level == formula::Level::velocity) {
    return g.subtract(row.b, g.multiply(twice, row.residual));
  }
  return g.subtract(g.subtract(row.b, g.multiply(twice, row.rate)),
                    g.multiply(g.square(beta), row.residual));
}

/// One row before it is written.
struct Residual {
  Node node;
  Expression at;
  bool unilateral;
};

class RowWriter {
 public:
  RowWriter(Scope& scope, Assembly& assembly, std::vector<equations::Row>& rows,
            std::vector<double>& weights)
      : scope_(scope), assembly_(assembly), rows_(rows), weights_(weights) {}

  void write(Group& group, const Constraint& constraint, std::uint32_t number, Index places) {
    // The rows of one place stand together, so first read all of it.
    const std::vector<Residual> residuals = read(constraint);
    const auto is_unilateral = [](const Residual& x) { return x.unilateral; };
    if (!residuals.empty()) {
      check_kind(scope_, constraint,
                 std::any_of(residuals.begin(), residuals.end(), is_unilateral));
    }
    const auto weight = scope_.number(constraint.weight);
    const auto step = static_cast<Index>(residuals.size());
    const auto first = static_cast<Index>(rows_.size());
    rows_.resize(rows_.size() + residuals.size() * static_cast<std::size_t>(places));
    weights_.resize(rows_.size(), weight.value_or(1));
    const double restitution =
        keep_restitution(scope_, constraint, first, static_cast<Index>(rows_.size()) - first);
    for (std::size_t k = 0; k < residuals.size(); ++k) {
      equations::Row row =
          write_one(group, constraint, residuals[k], first + static_cast<Index>(k), step);
      row.constraint = number;
      if (row.kind == equations::Kind::unilateral) row.restitution = restitution;
      for (Index place = 0; place < places; ++place) {
        rows_[static_cast<std::size_t>(first + static_cast<Index>(k) + place * step)] = row;
      }
    }
  }

 private:
  std::vector<Residual> read(const Constraint& constraint) {
    std::vector<Residual> residuals;
    if (constraint.touch) return read_touch(constraint);
    if (constraint.closure) {
      const Expression at("", constraint.closure->at);
      for (const Node x : closure_residuals(scope_, constraint))
        residuals.push_back({felt_residual(scope_, x), at, false});
      return residuals;
    }
    for (const Expression& equation : constraint.equations) {
      const auto formula = scope_.equation(equation);
      if (!formula) continue;
      const bool unilateral = formula->relation == formula::Relation::at_least;
      if (unilateral && !check_inequality(scope_, equation, *formula)) continue;
      if (!check_roles(scope_, {.accelerations = false}, formula->value.nodes(), equation, "")) {
        continue;
      }
      for (const Node x : formula->value.nodes())
        residuals.push_back({felt_residual(scope_, x), equation, unilateral});
    }
    return residuals;
  }

  std::vector<Residual> read_touch(const Constraint& constraint) {
    const Expression at("", constraint.name.at);
    if (scope_.description().free.order == 1) {
      scope_.complain(code::first_order, at, "a first-order system has no contacts and no limits");
      return {};
    }
    const Node gap = touch_residual(scope_, constraint);
    if (gap == no_node) return {};
    return {{felt_residual(scope_, gap), at, true}};
  }

  equations::Row write_one(Group& group, const Constraint& constraint, const Residual& residual,
                           Index first, Index step) {
    const Expression& at = residual.at;
    if (!check_members(scope_, assembly_, group, {&residual.node, 1}, at)) return {};
    const formula::Moving moving = moving_in(scope_, {&residual.node, 1});
    const bool second = scope_.description().free.order != 1;
    const formula::Row row = second ? formula::row(scope_.graph(), residual.node, moving)
                                    : first_order_row(scope_.graph(), residual.node, moving);
    if (!second &&
        !gradient(scope_.graph(), residual.node, formula::Columns(scope_.graph(), moving.a))
             .empty()) {
      scope_.complain(code::first_order, at, "a first-order system cannot have accelerations",
                      "write a relation between the rates");
    } else if (moving.q.empty() && !is_never_felt(residual.node)) {
      scope_.complain(code::binds_nothing, at, "this equation contains no coordinates");
    } else if (!row.linear) {
      const std::string what = second ? "accelerations" : "rates";
      scope_.complain(code::not_linear, at, "this equation is not linear in the " + what,
                      "solve it for the " + what);
    }
    const bool servo = !constraint.servo.empty();
    if (residual.unilateral) check_inequality_level(scope_, at, row.level);
    if (servo && !second) {
      scope_.complain(code::first_order, at, "a first-order system cannot have servo constraints");
    }
    const Node b = servo ? servo_b(scope_, constraint, row) : stabilised(scope_, constraint, row);
    write_row(scope_, assembly_, group, row, moving, b, first, step);
    return row_of(constraint, residual, row, moving);
  }

  bool is_never_felt(Node residual) {
    return scope_.writes_out_bodies() && scope_.graph().is_constant(residual, 0);
  }

  equations::Row row_of(const Constraint& constraint, const Residual& residual,
                        const formula::Row& row, const formula::Moving& moving) {
    equations::Row result{0, static_cast<equations::Level>(row.level), drift_of(constraint)};
    if (!constraint.servo.empty()) {
      result.kind = equations::Kind::servo;
      // With gains errors fade; without them there are none, which projection sees to.
      result.drift = constraint.gains.empty() ? equations::Drift::project : equations::Drift::none;
    } else if (residual.unilateral) {
      result.kind = equations::Kind::unilateral;
      result.drift = equations::Drift::project;
      result.law = static_cast<equations::RestitutionLaw>(constraint.restitution_law);
    }
    result.of_time = scope_.depends_on(residual.node, {formula::Role::time});
    result.workless = result.kind != equations::Kind::servo &&
                      result.drift == equations::Drift::project &&
                      row.level != formula::Level::acceleration && is_workless(scope_, row, moving);
    return result;
  }

  Scope& scope_;
  Assembly& assembly_;
  std::vector<equations::Row>& rows_;
  std::vector<double>& weights_;
};

}  // namespace

Index add_rows(Scope& scope, Assembly& assembly, Names& names, std::vector<equations::Row>& rows,
               std::vector<double>& weights) {
  RowWriter writer(scope, assembly, rows, weights);
  for (const Constraint& constraint : scope.description().constraints) {
    const auto number = static_cast<std::uint32_t>(names.constraints.size());
    const auto first = static_cast<Index>(rows.size());
    if (!constraint.for_each.given()) {
      writer.write(assembly.lone(), constraint, number, 1);
    } else if (const auto ranges = read_ranges(scope, constraint.for_each)) {
      const BoundIndices bound(scope, *ranges);
      writer.write(assembly.add_group(*ranges, bound.nodes()), constraint, number,
                   static_cast<Index>(ranges->places.size()));
    }
    names.constraints.push_back(
        {constraint.name.text, constraint.name.at, first, static_cast<Index>(rows.size()) - first});
  }
  const auto is_one = [](double w) { return w == 1; };
  if (std::all_of(weights.begin(), weights.end(), is_one)) weights.clear();
  return static_cast<Index>(rows.size());
}

}  // namespace zwang::compile
