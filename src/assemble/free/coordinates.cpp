// SPDX-License-Identifier: Apache-2.0
// Which coordinates there are, and which of them formulas contain.

#include <algorithm>

#include "assemble/parts.h"

namespace zwang::compile {

using formula::Node;

namespace {

void append(std::vector<Node>& to, const std::vector<Node>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

std::vector<Node> own_coordinates(Scope& scope) {
  std::vector<Node> own;
  for (const Coordinate& coordinate : scope.description().coordinates) {
    if (const formula::Family* const family = scope.symbols().family(coordinate.name.text)) {
      append(own, family->members);
    } else if (const auto value =
                   scope.symbols().find({{coordinate.name.text}, formula::no_node, {}})) {
      own.push_back(value->at[0]);
    }
  }
  return own;
}

std::vector<Node> all_coordinates(Scope& scope) {
  std::vector<Node> all = own_coordinates(scope);
  for (const Points& points : scope.points()) {
    const auto& families = scope.symbols().families();
    append(all, points.family < 0 ? points.q
                                  : families[static_cast<std::size_t>(points.family)].members);
  }
  for (const Solid& solid : scope.solids()) append(all, solid.q);
  return all;
}

std::vector<std::string> coordinate_names(Scope& scope) {
  std::vector<std::string> names;
  for (const Node x : all_coordinates(scope)) {
    names.push_back(scope.symbols().inputs()[scope.graph().slot(x)].name);
  }
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

}  // namespace zwang::compile
