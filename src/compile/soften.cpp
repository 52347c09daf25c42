// SPDX-License-Identifier: Apache-2.0
// Formulas with wider layers: tanh(σu) for tanh(u), 1/(a + σg) for 1/(a + g). With σ = 1 they are as they were
// written, and what is found with a small σ can be followed there.

#include "formula/rebuild.h"
#include "scope/scope.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;
using formula::Op;
using formula::Role;

namespace {

// What moves along a curve and is no rate: arguments of rates have no layers of their own.
enum class Knows : unsigned char { nothing, place, more };

class Softening {
 public:
  Softening(Graph& graph, const formula::Symbols& symbols, Node steepness)
      : graph_(graph), symbols_(symbols), steepness_(steepness) {}

  Node run(Node x) {
    const std::vector<Node> nodes = graph_.reachable({&x, 1});
    std::vector<Node> images(nodes.size());
    std::vector<Knows> knows(nodes.size(), Knows::nothing);
    std::vector<Index> position(nodes.back() + 1, -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) position[nodes[i]] = static_cast<Index>(i);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const formula::Term term = graph_[nodes[i]];
      if (arity(term.op) == 0) {
        images[i] = nodes[i];
        if (term.op == Op::input) knows[i] = of_input(term.a);
        continue;
      }
      const Node operands[] = {term.a, term.b, term.c};
      for (int k = 0; k < arity(term.op); ++k)
        knows[i] = std::max(knows[i], knows[position[operands[k]]]);
      images[i] = formula::rebuilt(graph_, term, [&](Node y) {
        const Index at = position[y];
        if (knows[at] != Knows::place) return images[at];
        if (is_plain(term.op)) return graph_.multiply(steepness_, images[at]);
        if (!is_ratio(term, y)) return images[at];
        return wider(y, images, knows, position);
      });
    }
    return images.back();
  }

 private:
  Knows of_input(std::uint32_t slot) const {
    switch (symbols_.inputs()[slot].role) {
      case Role::time:
      case Role::coordinate:
        return Knows::place;
      case Role::parameter:
        return Knows::nothing;
      default:
        return Knows::more;
    }
  }
  static bool is_plain(Op op) {
    return op == Op::exp || op == Op::tanh || op == Op::atan || op == Op::sinh || op == Op::cosh;
  }
  static bool is_ratio(const formula::Term& term, Node y) {
    if (term.op == Op::divide) return term.b == y;
    return term.op == Op::sqrt || term.op == Op::log || (term.op == Op::power && term.a == y);
  }
  // a + σg for a + g, where a is a number.
  Node wider(Node y, const std::vector<Node>& images, const std::vector<Knows>& knows,
             const std::vector<Index>& position) {
    const formula::Term term = graph_[y];
    const Node image = images[position[y]];
    if (term.op != Op::add) return image;
    const bool first = knows[position[term.a]] == Knows::nothing;
    if (!first && knows[position[term.b]] != Knows::nothing) return image;
    const Node fixed = images[position[first ? term.a : term.b]],
               moves = images[position[first ? term.b : term.a]];
    return graph_.add(fixed, graph_.multiply(steepness_, moves));
  }

  Graph& graph_;
  const formula::Symbols& symbols_;
  Node steepness_;
};

}  // namespace

void Scope::soften() {
  const std::string name = "steepness of layers";  // that no formula can write
  steepness_ = symbols_.add_parameter(name, 1);
  parameters_.push_back({Name(name), Expression("1")});
  unknown_.push_back(false);
  parameter_names_.push_back(name);
  parameter_nodes_.push_back(steepness_);
}

Node Scope::softened(Node x) { return Softening(graph_, symbols_, steepness_).run(x); }

}  // namespace zwang::compile
