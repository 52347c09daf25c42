// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/guess.h"

#include <algorithm>

#include "assemble/named.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;
using formula::Role;

namespace {

// A formula of the time and of parameters; no_node and a complaint if it is not.
Node read_guess(Scope& scope, const Expression& formula) {
  const Node x = scope.scalar(formula);
  if (x == no_node) return x;
  for (const Node y : scope.graph().reachable({&x, 1})) {
    if (scope.graph().op(y) != formula::Op::input) continue;
    const formula::Input& input = scope.symbols().inputs()[scope.graph().slot(y)];
    if (input.role == Role::parameter || input.role == Role::time) continue;
    const std::string& time = scope.description().time.text;
    scope.complain(code::not_a_number, formula,
                   "a guess is a formula of " + time + "; '" + input.name + "' is not allowed here",
                   "use only " + time + ", numbers and parameters");
    return no_node;
  }
  return x;
}

}  // namespace

std::vector<Node> read_guesses(Scope& scope, const Assembly& assembly, const Names& names) {
  std::vector<Node> guesses(names.coordinates.size(), no_node);
  for (const auto& [name, formula] : scope.description().extremal->guess) {
    const auto found = find_coordinates(scope, assembly, names, name, Naming::coordinate);
    const Node x = read_guess(scope, formula);
    if (found.empty() || x == no_node) continue;
    Node& guess = guesses[static_cast<std::size_t>(found[0].coordinate)];
    if (guess != no_node) {
      scope.complain(code::end_twice, name, "'" + name.text + "' is guessed twice");
    }
    guess = x;
  }
  return guesses;
}

void add_guesses(Scope& scope, Assembly& assembly, const std::vector<Node>& guesses) {
  formula::Graph& g = scope.graph();
  formula::Direction time;
  time.set(g.slot(scope.time()), g.constant(1));
  const auto n = static_cast<Index>(guesses.size());
  for (Index i = 0; i < n; ++i) {
    const Node x = guesses[static_cast<std::size_t>(i)];
    if (x == no_node) continue;
    assembly.add(assembly.lone(), {x, Array::guess, i});
    const Node rate = forward(g, {&x, 1}, time).front();
    assembly.add(assembly.lone(), {rate, Array::guess, n + i});
  }
}

std::vector<unsigned char> read_periodic(Scope& scope, const Assembly& assembly, const Names& names,
                                         const std::vector<equations::EndRow> (&rows)[2]) {
  const std::vector<Name>& asked = scope.description().extremal->periodic;
  if (asked.empty()) return {};
  std::vector<unsigned char> periodic(names.coordinates.size(), 0);
  for (const Name& name : asked) {
    for (const auto& found : find_coordinates(scope, assembly, names, name, Naming::coordinates)) {
      const auto gives = [&](const equations::EndRow& row) {
        return (row.kind == equations::EndKind::coordinate ||
                row.kind == equations::EndKind::rate) &&
               row.number == found.coordinate;
      };
      // What the start gives picks one of many orbits; the end then follows.
      const bool given = std::any_of(rows[1].begin(), rows[1].end(), gives);
      unsigned char& flag = periodic[static_cast<std::size_t>(found.coordinate)];
      if (given || flag) {
        scope.complain(code::end_twice, name,
                       "'" + name.text +
                           (given ? "' is periodic, and `to` gives it too" : "' is named twice"));
      }
      flag = 1;
    }
  }
  return periodic;
}

}  // namespace zwang::compile
