// SPDX-License-Identifier: Apache-2.0
// Guards that the reader adds are better not written, and long parts better named. Whether the text
// still reads back to the same node then depends on which operations stand only inside a branch, so
// it is tried: spelling after spelling, best first, until one reads back.

#include "formula/write/print.h"

#include <algorithm>
#include <optional>

#include "formula/guard.h"
#include "formula/rebuild.h"
#include "formula/unguard.h"
#include "formula/write/outline.h"
#include "formula/write/text_writer.h"

namespace zwang::formula {

namespace {

constexpr Index patience = 10'000'000;  // nodes to visit in trying; some seconds

Printed write(const Outline& outline) {
  Printed printed;
  TextWriter writer(outline);
  for (const Node x : outline.parts()) {
    printed.names.push_back(outline.name(x));
    printed.parts.push_back(writer.write(x));
  }
  printed.formula = writer.write(outline.root());
  return printed;
}

// By node, whether it is or contains an `if`.
std::vector<bool> parts_with_ifs(const Graph& graph) {
  std::vector<bool> with(graph.size());
  for (Node x = 0; x < graph.size(); ++x) {
    const Term& term = graph[x];
    const int operands = arity(term.op);
    with[x] = operands == 3 || (operands > 0 && with[term.a]) || (operands > 1 && with[term.b]);
  }
  return with;
}

// A formula with ifs in a graph of its own, and its spellings.
class Trial {
 public:
  Trial(const Symbols& symbols, const Graph& formula, Node x)
      : symbols_(symbols),
        plain_(without_branch_guards(graph_, formula, x)),
        given_(copied(graph_, formula, x)),
        guarded_(given_) {
    guard_branches(graph_, {&guarded_, 1});
  }

  Printed best() {
    if (auto printed = attempt(plain_, {})) return *printed;
    if (auto printed = attempt(given_, {})) return *printed;
    if (auto printed = attempt(plain_, parts_with_ifs(graph_))) return *printed;
    return with_guards();
  }

 private:
  std::optional<Printed> attempt(Node root, std::vector<bool> barred);
  Node read_back(const Outline& outline);
  Printed with_guards();

  const Symbols& symbols_;
  Graph graph_;
  Node plain_, given_, guarded_;  // without guards, as it is, and as the reader would guard it
};

// Only if it reads back to the formula; or to the formula with its guards, if it lacks some.
std::optional<Printed> Trial::attempt(Node root, std::vector<bool> barred) {
  const Outline outline(symbols_, graph_, root, std::move(barred));
  const Node read = read_back(outline);
  if (read != given_ && read != guarded_) return std::nullopt;
  return write(outline);
}

// What the reader will make of the text: part after part, each with its guards where it says `if`.
Node Trial::read_back(const Outline& outline) {
  const Node root = outline.root();
  const std::vector<Node> nodes = graph_.reachable({&root, 1});
  const auto is_guarded = [&](Node x) {
    return (outline.is_named(x) || x == root) && outline.contains_if(x);
  };
  const Index guards = std::count_if(nodes.begin(), nodes.end(), is_guarded);
  if (guards * std::ssize(nodes) > patience) return no_node;
  std::vector<Node> images(std::size_t{root} + 1, no_node);
  const auto at = [&](Node x) { return images[x]; };
  for (const Node x : nodes) {
    images[x] = arity(graph_.op(x)) == 0 ? x : rebuilt(graph_, Term(graph_[x]), at);
    if (is_guarded(x)) guard_branches(graph_, {&images[x], 1});
  }
  return images[root];
}

// No guard is left out, and no part named that would get other guards where it stands alone. That
// reads back for certain, unless a part is so long that it is named all the same.
Printed Trial::with_guards() {
  std::vector<bool> barred(std::size_t{given_} + 1), checked(barred.size());
  for (Index visits = 0;;) {
    const Outline outline(symbols_, graph_, given_, barred);
    bool is_settled = true;
    for (const Node part : outline.parts()) {
      if (!outline.contains_if(part) || checked[part] || visits > patience) continue;
      checked[part] = true;
      visits += part;
      Node alone = part;
      guard_branches(graph_, {&alone, 1});
      if (alone == part) continue;
      barred[part] = true;
      is_settled = false;
    }
    if (is_settled) return write(outline);
  }
}

}  // namespace

Printed print(const Symbols& symbols, Node x) {
  Graph formula;
  x = copied(formula, symbols.graph(), x);
  return parts_with_ifs(formula)[x] ? Trial(symbols, formula, x).best()
                                    : write(Outline(symbols, formula, x));
}

}  // namespace zwang::formula
