// SPDX-License-Identifier: Apache-2.0
// The momentum that free ends ask for: F*_v of a functional, M v of a system without one.

#include "assemble/parts.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

void Assembly::add_momentum(Group& group, const std::map<std::uint32_t, Node>& p,
                            const std::vector<formula::Direction>& directions) {
  Graph& g = scope_.graph();
  const auto n = static_cast<Index>(q_.size());
  for (const auto& [slot, x] : p) {
    if (g.is_constant(x, 0)) continue;
    add(group, {x, Array::momentum, 0, 0, no_slot, slot});
    std::vector<Node> q = coordinates_in(scope_, {&x, 1}), v;
    for (const Node y : q) v.push_back(scope_.symbols().rate(y));
    for (const bool by_rate : {false, true}) {
      for (const formula::Partial& partial : gradient(g, x, formula::Columns(g, by_rate ? v : q))) {
        const std::uint32_t column = g.slot(q[static_cast<std::size_t>(partial.column)]);
        add(group, {partial.value, Array::momentum_gradient, 0, 0, slot, column, by_rate});
      }
    }
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const Node slope = forward(g, {&x, 1}, directions[k]).front();
      if (g.is_constant(slope, 0)) continue;
      add(group, {slope, Array::momentum_slopes, static_cast<Index>(k) * n, 0, no_slot, slot});
    }
  }
}

std::map<std::uint32_t, Node> Assembly::mass_times_rate(const Group& group) {
  Graph& g = scope_.graph();
  std::map<std::uint32_t, Node> p;
  const auto add = [&](std::uint32_t i, Node mass, std::uint32_t j) {
    const Node x = g.multiply(mass, scope_.symbols().rate(g.input(j)));
    const auto [at, is_new] = p.try_emplace(i, x);
    if (!is_new) at->second = g.add(at->second, x);
  };
  for (const Output& output : group.outputs) {
    if (output.array != Array::M) continue;
    add(output.row_slot, output.node, output.column_slot);
    if (output.row_slot != output.column_slot) {
      add(output.column_slot, output.node, output.row_slot);
    }
  }
  return p;
}

}  // namespace zwang::compile
