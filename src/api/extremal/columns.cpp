// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/columns.h"

#include "api/run/columns.h"

namespace zwang {

namespace {

using motion::not_there;
using record::Column;

ExtremalLayout lay_out(const equations::Equations& equations, Index observables, bool several,
                       bool regular, bool details) {
  const equations::TwoEnds& ends = equations.two_ends;
  ExtremalLayout layout;
  Index next = 0;
  const auto take = [&next](Index count) { return (next += count) - count; };
  if (several) layout.number = take(1);
  layout.t = take(1);
  layout.q = take(equations.n);
  layout.v = take(equations.n);
  if (details) {
    layout.acceleration = take(equations.n);
    if (regular && equations.m > 0) layout.deviation = take(equations.n);
    layout.constraints = motion::lay_out_sample(equations, 0, true).constraints;
    for (motion::ConstraintColumns& group : layout.constraints) {
      group.force = take(static_cast<Index>(group.coordinates.size()));
      group.multiplier = take(group.rows);
      group.power = not_there;
    }
  }
  if (ends.lambdas > 0) layout.lambda = take(ends.lambdas);
  if (ends.variational) {
    layout.integrand = take(1);
    layout.energy = take(1);
  }
  layout.observables = take(observables);
  layout.width = next;
  return layout;
}

std::string lambda_name(const Model& model, std::size_t row) {
  for (const ConstraintRows& rows : model.constraints()) {
    if (row < rows.first || row >= rows.first + rows.count) continue;
    const std::string place = rows.count == 1 ? "" : "," + std::to_string(row - rows.first + 1);
    return "lambda(" + rows.name + place + ")";
  }
  return "lambda";
}

}  // namespace

ExtremalLayout extremal_layout(const equations::Equations& equations, Index observables,
                               bool several, bool regular) {
  ExtremalLayout all = lay_out(equations, observables, several, regular, true);
  if (all.width <= most_detailed_columns) return all;
  return lay_out(equations, observables, several, regular, false);
}

std::vector<Column> name_columns(const Model& model, const equations::Equations& equations,
                                 const ExtremalLayout& layout) {
  std::vector<Column> columns;
  columns.reserve(layout.width);
  const auto of_each = [&](const char* behind, const char* meaning) {
    for (const std::string& q : model.coordinates()) columns.push_back({q + behind, meaning, ""});
  };
  if (layout.number != not_there) {
    columns.push_back(our_column(model, "extremal", "number of the extremal, least action first"));
  }
  columns.push_back({model.description().time.text, "independent variable", ""});
  of_each("", "coordinate");
  of_each("'", "rate");
  if (layout.acceleration != not_there) of_each("''", "acceleration");
  if (layout.deviation != not_there) {
    for (const std::string& q : model.coordinates()) {
      columns.push_back(our_column(model, "deviation." + q, "acceleration less the free one"));
    }
  }
  for (const motion::ConstraintColumns& group : layout.constraints) {
    add_constraint_columns(model, group, columns);
  }
  if (layout.lambda != not_there) {
    for (const Index row : equations.two_ends.lambda_rows) {
      columns.push_back({lambda_name(model, static_cast<std::size_t>(row)),
                         "multiplier of a velocity-level row in the integrand", ""});
    }
  }
  if (layout.integrand != not_there) {
    columns.push_back(our_column(model, "integrand", "the integrand F"));
    columns.push_back(our_column(model, "energy", "rates times momenta less the integrand"));
  }
  for (const std::string& name : model.observables()) columns.push_back({name, "observable", ""});
  return columns;
}

}  // namespace zwang
