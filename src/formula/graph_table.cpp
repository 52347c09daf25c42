// SPDX-License-Identifier: Apache-2.0
// The graph's storage: the table that finds equal nodes, and what a set of nodes reaches.

#include <algorithm>
#include <stdexcept>

#include "formula/graph.h"

namespace zwang::formula {

namespace {

constexpr std::size_t first_table = 1 << 10;
constexpr Node max_nodes = 1u << 29;  // operands of a tape have 30 bits

std::uint64_t hash(const Term& term) {
  std::uint64_t h = (std::uint64_t{term.a} << 32 | term.b) * 0x9E3779B97F4A7C15u;
  h = (h ^ (h >> 29) ^ (std::uint64_t{term.c} << 8) ^ static_cast<std::uint64_t>(term.op)) *
      0xBF58476D1CE4E5B9u;
  return h ^ (h >> 32);
}

bool same(const Term& x, const Term& y) {
  return x.op == y.op && x.a == y.a && x.b == y.b && x.c == y.c;
}

}  // namespace

Graph::Graph() : table_(first_table, no_node) { terms_.reserve(first_table / 2); }

Node Graph::intern(const Term& term) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash(term) & mask;
  for (; table_[at] != no_node; at = (at + 1) & mask) {
    if (same(terms_[table_[at]], term)) return table_[at];
  }
  if (size() == max_nodes) throw std::length_error("a graph of formulas has at most 2^29 nodes");
  const Node node = size();
  terms_.push_back(term);
  table_[at] = node;
  if (2 * terms_.size() > table_.size()) grow();
  return node;
}

void Graph::grow() {
  table_.assign(2 * table_.size(), no_node);
  const std::size_t mask = table_.size() - 1;
  for (Node node = 0; node < size(); ++node) {
    std::size_t at = hash(terms_[node]) & mask;
    while (table_[at] != no_node) at = (at + 1) & mask;
    table_[at] = node;
  }
}

std::vector<Node> Graph::reachable(std::span<const Node> outputs) const {
  if (marks_.size() < terms_.size()) marks_.resize(terms_.size() + terms_.size() / 2);
  if (++epoch_ == 0) {
    std::fill(marks_.begin(), marks_.end(), Mark{});
    epoch_ = 1;
  }
  std::vector<Node> found;
  const auto visit = [&](Node x) {
    if (marks_[x].epoch == epoch_) return;
    marks_[x].epoch = epoch_;
    found.push_back(x);
  };
  for (const Node x : outputs) visit(x);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Term& term = terms_[found[i]];
    const int operands = arity(term.op);
    if (operands > 0) visit(term.a);
    if (operands > 1) visit(term.b);
    if (operands > 2) visit(term.c);
  }
  std::sort(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size(); ++i) {
    marks_[found[i]].position = static_cast<std::uint32_t>(i);
  }
  return found;
}

Index Graph::operations(std::span<const Node> outputs) const {
  const std::vector<Node> nodes = reachable(outputs);
  return std::count_if(nodes.begin(), nodes.end(), [&](Node x) { return arity(op(x)) > 0; });
}

}  // namespace zwang::formula
