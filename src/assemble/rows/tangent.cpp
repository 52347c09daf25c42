// SPDX-License-Identifier: Apache-2.0
// How the instant changes with the state, formed before any number is known: with ẍ and λ as
// inputs, the derivatives of Q − M ẍ + Aᵀλ and of b − A ẍ are formulas like any other.

#include "assemble/parts.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

void add_to(Graph& g, std::map<std::uint32_t, Node>& sums, std::uint32_t key, Node x) {
  const auto [at, is_new] = sums.try_emplace(key, x);
  if (!is_new) at->second = g.add(at->second, x);
}

void subtract_from(Graph& g, std::map<Index, Node>& sums, Index key, Node x) {
  const auto [at, is_new] = sums.try_emplace(key, g.negate(x));
  if (!is_new) at->second = g.subtract(at->second, x);
}

}  // namespace

InstantSums Assembly::sum_instant(Group& group) {
  Graph& g = scope_.graph();
  formula::Symbols& symbols = scope_.symbols();
  const auto acceleration = [&](std::uint32_t slot) {
    return symbols.rate(symbols.rate(g.input(slot)));
  };
  std::map<Index, Node> lambda;  // by row of the first place
  const auto multiplier = [&](const Output& output) {
    const auto at = lambda.find(output.first);
    if (at != lambda.end()) return at->second;
    const std::string name = "λ of row " + std::to_string(output.first);
    const Node x = symbols.add_index(name);
    symbols.remove(name);
    group.multipliers.push_back({x, output.first, output.step});
    return lambda[output.first] = x;
  };

  InstantSums sums;
  for (const Output& output : group.outputs) {
    switch (output.array) {
      case Array::Q:
        add_to(g, sums.along, output.column_slot, output.node);
        break;
      case Array::M: {
        const std::uint32_t i = output.row_slot, j = output.column_slot;
        add_to(g, sums.along, i, g.negate(g.multiply(output.node, acceleration(j))));
        if (i != j) add_to(g, sums.along, j, g.negate(g.multiply(output.node, acceleration(i))));
        break;
      }
      case Array::A:
        sums.step = output.step;
        add_to(g, sums.along, output.column_slot, g.multiply(output.node, multiplier(output)));
        subtract_from(g, sums.in_row, output.first,
                      g.multiply(output.node, acceleration(output.column_slot)));
        break;
      case Array::b:
        sums.step = output.step;
        subtract_from(g, sums.in_row, output.first, g.negate(output.node));
        break;
      default:
        break;
    }
  }

  return sums;
}

// Each sum by the coordinates and rates it depends on.
void Assembly::add_tangent(Group& group, const InstantSums& sums) {
  Graph& g = scope_.graph();
  const formula::Symbols& symbols = scope_.symbols();
  const auto differentiate = [&](Node x, Output output) {
    std::vector<Node> q = coordinates_in(scope_, {&x, 1}), v;
    for (const Node y : q) v.push_back(symbols.rate(y));
    for (const bool by_rate : {false, true}) {
      const formula::Columns columns(g, by_rate ? v : q);
      for (const formula::Partial& partial : gradient(g, x, columns)) {
        output.node = partial.value;
        output.column_slot = g.slot(q[static_cast<std::size_t>(partial.column)]);
        output.by_rate = by_rate;
        group.outputs.push_back(output);
      }
    }
  };
  for (const auto& [slot, x] : sums.along) differentiate(x, {x, Array::G, 0, 0, slot});
  for (const auto& [row, x] : sums.in_row) differentiate(x, {x, Array::H, row, sums.step});
}

}  // namespace zwang::compile
