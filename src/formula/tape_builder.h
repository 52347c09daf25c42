// SPDX-License-Identifier: Apache-2.0
#pragma once
// One tape from nodes of a graph: depth-first order, fused products, grouped function calls.

#include <span>
#include <vector>

#include "formula/graph.h"
#include "tape/tape.h"

namespace zwang::formula {

struct Lowering {
  Index inputs = 0;                // length of the array of inputs; at least graph.slots()
  std::vector<bool> settled = {};  // by slot: true for what changes rarely (parameters)
  bool fuse = true;                // a·b + c with one use of a·b becomes one operation
  bool group = true;               // functions of independent arguments share calls
};

/// `nodes` is the last answer of graph.reachable() and holds all that `outputs` need. Nodes of
/// `given` are not computed: they are inputs behind the others, in their order.
tape::Tape build_tape(const Graph& graph, const std::vector<Node>& nodes,
                      std::span<const Node> outputs, std::span<const Node> given,
                      const Lowering& lowering);

}  // namespace zwang::formula
