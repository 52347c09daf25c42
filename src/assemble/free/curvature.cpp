// SPDX-License-Identifier: Apache-2.0
// Σ λ φ_xx over the rows of the position level: how much the surface that they keep a curve on bends
// its second variation. λ are the inputs that the tangent reads.

#include <algorithm>

#include "assemble/parts.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

void Assembly::add_curvature(Group& group) {
  Graph& g = scope_.graph();
  const auto is_of_positions = [this](Node residual) {
    return !scope_.depends_on(residual, {formula::Role::rate, formula::Role::acceleration});
  };
  Node sum = g.constant(0);  // Σ λ φ
  for (const Output& output : group.outputs) {
    if (output.array != Array::residual || !is_of_positions(output.node)) continue;
    const auto lambda = std::find_if(group.multipliers.begin(), group.multipliers.end(),
                                     [&](const Multiplier& x) { return x.first == output.first; });
    if (lambda == group.multipliers.end()) continue;
    sum = g.add(sum, g.multiply(lambda->node, output.node));
  }
  const std::vector<Node> q = coordinates_in(scope_, {&sum, 1});
  const formula::Columns columns(g, q);
  for (const formula::Partial& slope : gradient(g, sum, columns)) {
    const std::uint32_t row = g.slot(q[static_cast<std::size_t>(slope.column)]);
    for (const formula::Partial& second : gradient(g, slope.value, columns)) {
      const std::uint32_t column = g.slot(q[static_cast<std::size_t>(second.column)]);
      group.outputs.push_back({second.value, Array::curvature, 0, 0, row, column});
    }
  }
}

}  // namespace zwang::compile
