// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/unknowns.h"

#include <algorithm>

#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Direction;
using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

using Slots = std::set<std::uint32_t>;

bool reaches(const Graph& g, Node x, const Slots& slots) {
  const std::vector<Node> nodes = g.reachable({&x, 1});
  return std::any_of(nodes.begin(), nodes.end(), [&](Node y) {
    return g.op(y) == formula::Op::input && slots.contains(g.slot(y));
  });
}

// The unknown moves, what is varied besides it stands still, and the others are computed.
Direction direction_of(Scope& scope, std::uint32_t unknown, const Slots& varied) {
  Graph& g = scope.graph();
  Direction direction;
  direction.set(unknown, g.constant(1));
  for (const auto& [parameter, formula] : scope.parameter_formulas()) {
    if (varied.contains(g.slot(parameter))) continue;
    const Node slope = along(scope, formula, direction);
    if (!g.is_constant(slope, 0)) direction.set(g.slot(parameter), slope);
  }
  return direction;
}

std::vector<Node> settle(Scope& scope, const Slots& varied) {
  Graph& g = scope.graph();
  Direction by;
  for (const auto& [parameter, formula] : scope.parameter_formulas()) {
    if (varied.contains(g.slot(parameter))) continue;
    const Node node = substitute(g, {&formula, 1}, by).front();
    if (reaches(g, node, varied)) by.set(g.slot(parameter), node);
  }
  std::vector<Node> settled = scope.parameter_nodes();
  for (Node& parameter : settled) {
    const Node node = by.at(g.slot(parameter));
    if (node != no_node) parameter = node;
  }
  return settled;
}

std::optional<Index> find_parameter(Scope& scope, const Name& name) {
  const std::vector<std::string>& known = scope.parameter_names();
  const auto at = std::find(known.begin(), known.end(), name.text);
  if (at == known.end()) return std::nullopt;
  return at - known.begin();
}

// A number of members or places cannot be varied.
void check_shape(Scope& scope, const Name& name, const Direction& direction) {
  const auto& shaping = scope.shaping();
  const bool shapes = std::any_of(shaping.begin(), shaping.end(), [&](std::uint32_t slot) {
    return direction.at(slot) != no_node;
  });
  if (!shapes) return;
  scope.complain(code::unknown, name,
                 "'" + name.text + "' sets the number of something, so it cannot be varied");
}

// A parameter that goes to its own value cannot have one that is still to be found.
void check_followed(Scope& scope, const Name& name, Node parameter, const Slots& unknowns) {
  for (const auto& [other, formula] : scope.parameter_formulas()) {
    if (other != parameter || !reaches(scope.graph(), formula, unknowns)) continue;
    scope.complain(code::unknown, name, "'" + name.text + "' depends on an unknown",
                   "follow parameters that have a value of their own");
  }
}

}  // namespace

Node along(Scope& scope, Node x, const Direction& direction) {
  return forward(scope.graph(), {&x, 1}, direction).front();
}

std::optional<Index> parameter_number(Scope& scope, const Name& name) {
  if (const auto number = find_parameter(scope, name)) return number;
  const std::string_view near = nearest(name.text, scope.parameter_names());
  scope.complain(code::unknown, name, "'" + name.text + "' is not a parameter",
                 near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
  return std::nullopt;
}

Unknowns read_unknowns(Scope& scope) {
  const Extremal& asked = *scope.description().extremal;
  const Graph& g = scope.graph();
  const std::vector<Node> parameters = scope.parameter_nodes();
  const auto slot = [&](Index number) {
    return g.slot(parameters[static_cast<std::size_t>(number)]);
  };
  Unknowns result;
  Slots varied;
  for (const auto& [name, guess] : asked.unknowns) {
    const auto number = find_parameter(scope, name);
    if (!number) continue;
    result.numbers.push_back(*number);
    result.guess.push_back(scope.symbols().inputs()[slot(*number)].number);
    varied.insert(slot(*number));
  }
  const Slots unknowns = varied;
  for (const auto& [name, value] : asked.follow) {
    const auto number = find_parameter(scope, name);
    if (!number) continue;  // evaluate_extremal() complains of it
    varied.insert(slot(*number));
    check_followed(scope, name, parameters[static_cast<std::size_t>(*number)], unknowns);
    check_shape(scope, name, direction_of(scope, slot(*number), varied));
  }
  for (std::size_t k = 0; k < result.numbers.size(); ++k) {
    result.directions.push_back(direction_of(scope, slot(result.numbers[k]), varied));
    check_shape(scope, asked.unknowns[k].first, result.directions.back());
  }
  result.settled = settle(scope, varied);
  return result;
}

}  // namespace zwang::compile
