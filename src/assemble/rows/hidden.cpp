// SPDX-License-Identifier: Apache-2.0
// The rows A ẍ = b, differentiated once more. Where wᵀA = 0 along the motion, wᵀb = 0 is a condition
// that no acceleration can meet; its derivative wᵀ(∂b/∂q q̇ + ∂b/∂v ẍ + ∂b/∂t − Ȧ ẍ) = 0 is a row again:
// A₁ = ∂b/∂v − Ȧ, b₁ = −∂b/∂q q̇ − ∂b/∂t, as long as A knows no rates.

#include "assemble/parts.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

// q → q̇, t → 1: the motion without acceleration.
formula::Direction coasting(const formula::Symbols& symbols) {
  formula::Direction direction;
  for (std::size_t slot = 0; slot < symbols.inputs().size(); ++slot) {
    const formula::Input& input = symbols.inputs()[slot];
    if (input.role == formula::Role::coordinate || input.role == formula::Role::time) {
      direction.set(static_cast<std::uint32_t>(slot), input.rate);
    }
  }
  return direction;
}

/// Rows of one group: where A₁ and b₁ of the same row and column meet.
class HiddenRows {
 public:
  HiddenRows(Scope& scope, const formula::Direction& along) : scope_(scope), along_(along) {}

  // −Ȧ; refused where a rate decides A.
  void take_entry(const Output& A, const auto& refuse) {
    if (!by_rates(A.node).empty()) return refuse(A);
    add(A, A.column_slot, scope_.graph().negate(forward(scope_.graph(), {&A.node, 1}, along_)[0]));
  }

  void take_right_side(const Output& b) {
    for (const auto& [slot, slope] : by_rates(b.node)) add(b, slot, slope);
    const Node rate = forward(scope_.graph(), {&b.node, 1}, along_)[0];
    outputs.push_back({scope_.graph().negate(rate), Array::b1, b.first, b.step});
  }

  void close() {
    for (const auto& [key, output] : entries_) {
      if (!scope_.graph().is_constant(output.node, 0)) outputs.push_back(output);
    }
  }

  std::vector<Output> outputs;

 private:
  // Slopes by the rates that a node contains, with the slots of their coordinates.
  std::vector<std::pair<std::uint32_t, Node>> by_rates(Node x) {
    Graph& g = scope_.graph();
    const std::vector<Node> q = coordinates_in(scope_, {&x, 1});
    std::vector<Node> v;
    for (const Node y : q) v.push_back(scope_.symbols().rate(y));
    std::vector<std::pair<std::uint32_t, Node>> slopes;
    for (const formula::Partial& partial : gradient(g, x, formula::Columns(g, v))) {
      slopes.emplace_back(g.slot(q[static_cast<std::size_t>(partial.column)]), partial.value);
    }
    return slopes;
  }

  void add(const Output& row, std::uint32_t column_slot, Node x) {
    const auto [at, is_new] = entries_.try_emplace(
        {row.first, column_slot}, Output{x, Array::A1, row.first, row.step, no_slot, column_slot});
    if (!is_new) at->second.node = scope_.graph().add(at->second.node, x);
  }

  Scope& scope_;
  const formula::Direction& along_;
  std::map<std::pair<Index, std::uint32_t>, Output> entries_;
};

}  // namespace

equations::Hidden Assembly::add_hidden(const Counts& counts) {
  equations::Hidden hidden;
  hidden.compiled = true;
  // What points of bodies say more than twice differentiated, their recursions do not know.
  const bool bodies = !scope_.solids().empty();
  hidden.refused.assign(static_cast<std::size_t>(counts.m), bodies);
  if (bodies) return hidden;
  const formula::Direction along = coasting(scope_.symbols());
  for (const auto& group : groups_) {
    const std::size_t places = group->ranges ? group->ranges->places.size() : 1;
    HiddenRows rows(scope_, along);
    const auto refuse = [&](const Output& A) {
      for (std::size_t k = 0; k < places; ++k) {
        const Index row = A.first + static_cast<Index>(k) * A.step;
        hidden.refused[static_cast<std::size_t>(row)] = 1;
      }
    };
    for (const Output& output : group->outputs) {
      if (output.array == Array::A) rows.take_entry(output, refuse);
      if (output.array == Array::b) rows.take_right_side(output);
    }
    rows.close();
    group->outputs.insert(group->outputs.end(), rows.outputs.begin(), rows.outputs.end());
  }
  return hidden;
}

}  // namespace zwang::compile
