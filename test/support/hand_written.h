// SPDX-License-Identifier: Apache-2.0
#pragma once
// Equations made by hand: a formula for each number of the arrays that the test is about. Which stages
// run them, the table of arrays says.

#include <utility>
#include <vector>

#include "equations/equations.h"
#include "equations/mass_blocks.h"
#include "formula/graph.h"
#include "formula/lower.h"

namespace zwang::test {

class HandWritten {
 public:
  using Node = formula::Node;

  explicit HandWritten(Index n) { sizes.n = n; }

  Node time() { return g.input(0); }
  Node parameter() { return g.input(1); }
  Node q(Index i) { return g.input(slot(i)); }
  Node v(Index i) { return g.input(slot(i) + 1); }

  void set(equations::Array array, Index number, Node x) { outputs_.push_back({array, number, x}); }

  /// M is of these blocks; patterns of sparse arrays are given.
  equations::Equations finish(
      std::vector<std::size_t> blocks,
      std::vector<std::pair<equations::Array, equations::Pattern>> patterns) {
    equations::Equations equations;
    equations.n = sizes.n;
    equations.m = sizes.m;
    sizes.mass = equations::MassPlaces(blocks).size();
    equations.mass_blocks = std::move(blocks);
    equations.layout = equations::Layout(sizes);
    for (auto& [array, pattern] : patterns) equations.layout.set(array, std::move(pattern));
    equations.layout.place_all();
    for (Index i = 0; i < sizes.n; ++i) {
      equations.q_slots.push_back(slot(i));
      equations.v_slots.push_back(slot(i) + 1);
    }
    equations.parameter_slots = {1};
    equations.parameters = {1};
    equations.inputs = equations.constants_begin = slot(sizes.n);
    for (std::size_t k = 0; k < equations::stages; ++k) {
      write(equations, static_cast<equations::Stage>(k));
    }
    return equations;
  }

  formula::Graph g;
  equations::Sizes sizes;

 private:
  struct Output {
    equations::Array array;
    Index number;
    Node node;
  };

  static std::uint32_t slot(Index i) { return 2 + 3 * static_cast<std::uint32_t>(i); }

  void write(equations::Equations& equations, equations::Stage stage) {
    std::vector<Node> nodes;
    std::vector<equations::Move> moves;
    for (const Output& output : outputs_) {
      if (!facts(output.array).stages.has(stage)) continue;
      const Index to = equations.layout.begin(output.array) + output.number;
      moves.push_back({static_cast<std::uint32_t>(nodes.size()), static_cast<std::uint32_t>(to)});
      nodes.push_back(output.node);
    }
    if (nodes.empty()) return;
    formula::Lowering lowering;
    lowering.inputs = equations.inputs;
    equations.of(stage).blocks.push_back(
        {tape::Program(lower(g, nodes, lowering).body, {}), std::nullopt, std::move(moves), {}});
  }

  std::vector<Output> outputs_;
};

}  // namespace zwang::test
