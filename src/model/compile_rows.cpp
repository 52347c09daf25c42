// SPDX-License-Identifier: Apache-2.0
// Constraints become rows, observables become outputs.

#include <algorithm>

#include "formula/derive.h"
#include "formula/motion.h"
#include "model/compile_code.h"
#include "model/compile_parts.h"
#include "model/read_code.h"

namespace zwang::model {

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

formula::Moving moving_in(Scope& scope, Node residual) {
  formula::Moving moving;
  moving.q = coordinates_in(scope, {&residual, 1});
  for (const Node x : moving.q) {
    moving.v.push_back(scope.symbols().rate(x));
    moving.a.push_back(scope.symbols().rate(moving.v.back()));
  }
  moving.t = scope.time();
  return moving;
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

// Of a first-order system A q̇ = b: from f(q, q̇, t) = 0, linear in q̇, or by differentiating
// φ(q, t) = 0 once.
formula::Row first_order_row(Graph& g, Node residual, const formula::Moving& moving) {
  formula::Row row;
  row.residual = row.rate = residual;
  const formula::Columns v(g, moving.v), q(g, moving.q);
  row.A = gradient(g, residual, v);
  if (row.A.empty()) {
    row.level = formula::Level::position;
    row.A = gradient(g, residual, q);
    formula::Direction time;
    time.set(g.slot(moving.t), g.constant(1));
    row.b = g.negate(forward(g, {&residual, 1}, time).front());
    return row;
  }
  row.level = formula::Level::velocity;
  formula::Direction at_rest;
  for (const Node x : moving.v) at_rest.set(g.slot(x), g.constant(0));
  row.b = g.negate(substitute(g, {&residual, 1}, at_rest).front());
  for (const formula::Partial& partial : row.A) {
    row.linear = row.linear && gradient(g, partial.value, v).empty();
  }
  const formula::Columns a(g, moving.a);
  row.linear = row.linear && gradient(g, residual, a).empty();
  return row;
}

class RowWriter {
 public:
  RowWriter(Scope& scope, Assembly& assembly, std::vector<equations::Row>& rows,
            std::vector<double>& weights)
      : scope_(scope), assembly_(assembly), rows_(rows), weights_(weights) {}

  void write(Group& group, const Constraint& constraint, std::uint32_t number, Index places) {
    // The rows of one place stand together, so first read all of it.
    std::vector<std::pair<Node, const Expression*>> residuals;
    for (const Expression& equation : constraint.equations) {
      const auto formula = scope_.equation(equation);
      if (!formula) continue;
      if (formula->relation == formula::Relation::at_least) {
        scope_.complain(file::code::later, equation, "inequalities are not there yet",
                        "write an equation with =");
        continue;
      }
      for (const Node x : formula->value.nodes()) residuals.emplace_back(x, &equation);
    }
    const auto weight = scope_.number(constraint.weight);
    const auto step = static_cast<Index>(residuals.size());
    const auto first = static_cast<Index>(rows_.size());
    rows_.resize(rows_.size() + residuals.size() * static_cast<std::size_t>(places));
    weights_.resize(rows_.size(), weight.value_or(1));
    for (std::size_t k = 0; k < residuals.size(); ++k) {
      equations::Row row = write_row(group, constraint, residuals[k].first, *residuals[k].second,
                                     first + static_cast<Index>(k), step);
      row.constraint = number;
      for (Index place = 0; place < places; ++place) {
        rows_[static_cast<std::size_t>(first + static_cast<Index>(k) + place * step)] = row;
      }
    }
  }

 private:
  equations::Row write_row(Group& group, const Constraint& constraint, Node residual,
                           const Expression& at, Index first, Index step) {
    if (!check_members(scope_, assembly_, group, {&residual, 1}, at)) return {};
    const formula::Moving moving = moving_in(scope_, residual);
    const bool second = scope_.description().free.order != 1;
    const formula::Row row = second ? formula::row(scope_.graph(), residual, moving)
                                    : first_order_row(scope_.graph(), residual, moving);
    if (moving.q.empty()) {
      scope_.complain(code::binds_nothing, at, "this equation contains nothing that moves");
    } else if (!row.linear) {
      const std::string what = second ? "accelerations" : "rates";
      scope_.complain(code::not_linear, at, "this equation is not linear in the " + what,
                      "rows can only be linear; solve it for the " + what);
    }
    for (const formula::Partial& partial : row.A) {
      const Node q = moving.q[static_cast<std::size_t>(partial.column)];
      assembly_.add(group, {partial.value, Array::A, first, step, no_slot, scope_.graph().slot(q)});
    }
    assembly_.add(group, {stabilised(scope_, constraint, row), Array::b, first, step});
    assembly_.add(group, {residual, Array::residual, first, step});
    const bool position = row.level == formula::Level::position;
    assembly_.add(group, {position ? row.rate : residual, Array::rate, first, step});
    const equations::Drift drift = drift_of(constraint);
    const bool workless = drift == equations::Drift::project &&
                          row.level != formula::Level::acceleration && is_workless(row, moving);
    return {0, static_cast<equations::Level>(row.level), drift, workless};
  }

  // φ̇ or f is A v with an A that knows no rates: then rows that hold leave vᵀAᵀλ = 0.
  bool is_workless(const formula::Row& row, const formula::Moving& moving) {
    Graph& g = scope_.graph();
    const formula::Columns v(g, moving.v);
    for (const formula::Partial& partial : row.A) {
      if (!gradient(g, partial.value, v).empty()) return false;
    }
    formula::Direction at_rest;
    for (const Node x : moving.v) at_rest.set(g.slot(x), g.constant(0));
    const Node rate = row.level == formula::Level::position ? row.rate : row.residual;
    return g.is_constant(substitute(g, {&rate, 1}, at_rest).front(), 0);
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

namespace {

// "[3]", "[1,2]": the place of a family in the name of its value; nothing for a lone formula.
std::string place_words(const Ranges* ranges, std::size_t place) {
  if (!ranges) return {};
  std::string words = "[";
  for (const double index : ranges->places[place]) {
    words += (words.size() > 1 ? "," : "") + std::to_string(static_cast<long>(index));
  }
  return words + "]";
}

void add_observable(Scope& scope, Assembly& assembly, Names& names, Group& group,
                    const Observable& observable, const Ranges* ranges) {
  const auto value = scope.value(observable.formula);
  if (!value || !check_members(scope, assembly, group, value->nodes(), observable.formula)) return;
  const auto first = static_cast<Index>(names.observables.size());
  for (std::size_t place = 0; place < (ranges ? ranges->places.size() : 1); ++place) {
    for (int k = 0; k < value->size; ++k) {
      const std::string component = value->size > 1 ? std::string(".") + "xyz"[k] : "";
      names.observables.push_back(observable.name.text + place_words(ranges, place) + component);
    }
  }
  for (int k = 0; k < value->size; ++k) {
    assembly.add(group, {value->at[static_cast<std::size_t>(k)], Array::observable, first + k,
                         static_cast<Index>(value->size)});
  }
}

}  // namespace

Index add_observables(Scope& scope, Assembly& assembly, Names& names) {
  for (const Observable& observable : scope.description().observe) {
    if (!observable.for_each.given()) {
      add_observable(scope, assembly, names, assembly.lone(), observable, nullptr);
    } else if (const auto ranges = read_ranges(scope, observable.for_each)) {
      const BoundIndices bound(scope, *ranges);
      add_observable(scope, assembly, names, assembly.add_group(*ranges, bound.nodes()), observable,
                     &*ranges);
    }
  }
  return static_cast<Index>(names.observables.size());
}

}  // namespace zwang::model
