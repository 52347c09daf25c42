// SPDX-License-Identifier: Apache-2.0
#include "compile/standing.h"

#include <algorithm>
#include <bit>

namespace zwang::compile {

using formula::Node;

namespace {

std::vector<std::uint32_t> slots_in(const formula::Graph& g, std::span<const Node> nodes) {
  std::vector<std::uint32_t> slots;
  for (const Node x : g.reachable(nodes)) {
    if (g.op(x) == formula::Op::input) slots.push_back(g.slot(x));
  }
  return slots;
}

bool same(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

}  // namespace

Standing::Standing(Scope& scope) {
  for (const Node x : scope.symbols().deciding()) scope.number(x);
  const formula::Graph& g = scope.graph();
  std::vector<Node> nodes;
  for (const auto& [node, value] : scope.decisions().exact) {
    nodes.push_back(node);
    exact_.push_back(value);
    slots_.push_back(slots_in(g, {&node, 1}));
  }
  for (const auto& [key, choice] : scope.decisions().chosen) {
    const auto& [of, rule] = key;
    chosen_.push_back({rule, choice, nodes.size(), of.size()});
    nodes.insert(nodes.end(), of.begin(), of.end());
    slots_.push_back(slots_in(g, of));
  }
  values_ = formula::Evaluation(g, nodes);
}

// Until `visit`, of the number of what does not stand, says no.
template <class Visit>
void Standing::for_each_fallen(std::span<const double> values, Visit visit) const {
  for (std::size_t k = 0; k < exact_.size(); ++k) {
    if (!same(values[k], exact_[k]) && !visit(k)) return;
  }
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    const Choice& one = chosen_[k];
    if (one.rule(values.subspan(one.first, one.count)) == one.choice) continue;
    if (!visit(exact_.size() + k)) return;
  }
}

bool Standing::holds(std::span<const double> inputs, std::vector<double>& memory) const {
  std::vector<double> values(values_.outputs());
  values_.run(inputs, memory, values.data());
  bool all = true;
  for_each_fallen(values, [&](std::size_t) { return all = false; });
  return all;
}

std::vector<std::uint32_t> Standing::fallen(std::span<const double> inputs) const {
  std::vector<double> values(values_.outputs()), memory;
  values_.run(inputs, memory, values.data());
  std::vector<std::uint32_t> slots;
  for_each_fallen(values, [&](std::size_t k) {
    slots.insert(slots.end(), slots_[k].begin(), slots_[k].end());
    return true;
  });
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

}  // namespace zwang::compile
