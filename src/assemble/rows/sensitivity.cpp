// SPDX-License-Identifier: Apache-2.0
// How the instant and the start change with parameters. Parameters that are computed from others
// are inputs of their own; a direction moves them along, so that what leaves here are totals.

#include <algorithm>

#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Direction;
using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

Direction direction_of(Scope& scope, Node parameter) {
  Graph& g = scope.graph();
  Direction direction;
  direction.set(g.slot(parameter), g.constant(1));
  for (const auto& [other, formula] : scope.parameter_formulas()) {
    if (other == parameter) continue;
    const Node slope = forward(g, {&formula, 1}, direction).front();
    if (!g.is_constant(slope, 0)) direction.set(g.slot(other), slope);
  }
  return direction;
}

// A number of members or places has no derivative.
void check_shape(Scope& scope, std::size_t number, const Direction& direction) {
  const Name& name = scope.parameters()[number].name;
  for (const std::uint32_t slot : scope.shaping()) {
    if (direction.at(slot) == no_node) continue;
    scope.complain(
        code::sensitivity, name,
        "'" + name.text +
            "' sets the number of something, so there is no derivative with respect to it");
    return;
  }
}

// Appends the derivatives of the values of formulas; those of no formula are zero.
void append_slopes(Scope& scope, const std::vector<StartFormula>& formulas,
                   const Direction& direction, std::vector<double>& slopes) {
  std::vector<double> inputs = scope.symbols().numbers();
  for (StartFormula formula : formulas) {
    if (formula.node != no_node) {
      formula.node = forward(scope.graph(), {&formula.node, 1}, direction).front();
    }
    slopes.push_back(value_of(scope.graph(), formula, inputs));
  }
}

}  // namespace

std::vector<Direction> parameter_directions(Scope& scope, std::span<const Index> numbers) {
  const std::vector<Node> parameters = scope.parameter_nodes();
  std::vector<Direction> directions;
  for (const Index k : numbers) {
    directions.push_back(direction_of(scope, parameters[static_cast<std::size_t>(k)]));
    check_shape(scope, static_cast<std::size_t>(k), directions.back());
  }
  return directions;
}

equations::Sensitivity start_sensitivity(Scope& scope, std::span<const Index> numbers,
                                         const std::vector<Direction>& directions,
                                         const StartValues& start) {
  equations::Sensitivity result;
  result.compiled = !numbers.empty();
  result.parameters.assign(numbers.begin(), numbers.end());
  for (const Direction& direction : directions) {
    append_slopes(scope, start.q_formulas, direction, result.q);
    append_slopes(scope, start.v_formulas, direction, result.v);
  }
  return result;
}

// ∂(Q − M ẍ + Aᵀλ), ∂(b − A ẍ), and what the projection needs, parameter after parameter.
void Assembly::add_parameter_slopes(Group& group, const InstantSums& sums, const Counts& counts,
                                    const std::vector<Direction>& parameters) {
  std::vector<Output> outputs;  // each with the array of its slope
  const auto n = static_cast<Index>(q_.size());
  for (const auto& [slot, x] : sums.along) {
    outputs.push_back({x, Array::force_slope, 0, 0, no_slot, slot});
  }
  for (const auto& [row, x] : sums.in_row) {
    outputs.push_back({x, Array::row_slope, row, sums.step});
  }
  for (const Output& output : group.outputs) {
    if (output.array == Array::properties) outputs.push_back(output);
    if (output.array != Array::residual && output.array != Array::rate) continue;
    outputs.push_back(output);
    outputs.back().array =
        output.array == Array::residual ? Array::residual_slope : Array::rate_slope;
  }
  std::vector<Node> nodes;
  for (const Output& output : outputs) nodes.push_back(output.node);
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const std::vector<Node> slopes = forward(scope_.graph(), nodes, parameters[k]);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (scope_.graph().is_constant(slopes[i], 0)) continue;
      Output output = outputs[i];
      const auto number = static_cast<Index>(k);
      output.node = slopes[i];
      output.first += output.array == Array::properties    ? (number + 1) * counts.properties
                      : output.array == Array::force_slope ? number * n
                                                           : number * counts.m;
      group.outputs.push_back(output);
    }
  }
}

}  // namespace zwang::compile
