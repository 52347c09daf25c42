// SPDX-License-Identifier: Apache-2.0
#include "derive/system.h"

#include "formula/derive/derive.h"
#include "formula/evaluate.h"

namespace zwang::deriving {

using formula::Graph;
using formula::Node;

namespace {

// A group at one of its places: indices become numbers, gathered coordinates members.
class At {
 public:
  At(compile::Scope& scope, const compile::Group& group, std::size_t place)
      : scope_(scope), group_(group), numbers_(scope.symbols().numbers()) {
    if (!group.ranges) return;
    numbers_.resize(scope.graph().slots());
    for (std::size_t k = 0; k < group.indices.size(); ++k) {
      numbers_[scope.graph().slot(group.indices[k])] = group.ranges->places[place][k];
    }
  }

  Node node(Node x) {
    if (!group_.ranges) return x;
    Graph& g = scope_.graph();
    formula::Direction by;
    for (const Node y : g.reachable({&x, 1})) {
      if (g.op(y) == formula::Op::input) by.set(g.slot(y), input(y));
    }
    return substitute(g, {&x, 1}, by).front();
  }

  /// The coordinate of a slot.
  Node coordinate(std::uint32_t slot) { return input(scope_.graph().input(slot)); }

 private:
  Node input(Node x) {
    Graph& g = scope_.graph();
    const formula::Input& own = scope_.symbols().inputs()[g.slot(x)];
    if (own.role == formula::Role::index) return g.constant(numbers_[g.slot(x)]);
    if (own.index == formula::no_node) return x;
    const formula::Family& family =
        scope_.symbols().families()[static_cast<std::size_t>(own.family)];
    const double number = evaluate(g, {&own.index, 1}, numbers_).front();
    const auto member = static_cast<std::size_t>(static_cast<Index>(number) - family.first);
    Node node =
        family.members[member * family.components.size() + static_cast<std::size_t>(own.component)];
    if (own.role == formula::Role::coordinate) return node;
    node = scope_.symbols().rate(node);
    return own.role == formula::Role::rate ? node : scope_.symbols().rate(node);
  }

  compile::Scope& scope_;
  const compile::Group& group_;
  std::vector<double> numbers_;
};

void put(compile::Scope& scope, const compile::Assembly& assembly, System& system,
         const compile::Output& output, At& at, std::size_t place) {
  Graph& g = scope.graph();
  const auto column = [&](std::uint32_t slot) {
    return static_cast<std::size_t>(assembly.column(g.slot(at.coordinate(slot))));
  };
  const auto row =
      static_cast<std::size_t>(output.first) + place * static_cast<std::size_t>(output.step);
  const auto accumulate = [&](Node& to) { to = g.add(to, at.node(output.node)); };
  switch (output.array) {
    case compile::Array::M: {
      const std::size_t i = column(output.row_slot), j = column(output.column_slot);
      accumulate(system.M[i][j]);
      if (i != j) accumulate(system.M[j][i]);
      return;
    }
    case compile::Array::Q:
      return accumulate(system.Q[column(output.column_slot)]);
    case compile::Array::A:
      return accumulate(system.A[row][column(output.column_slot)]);
    case compile::Array::b:
      return accumulate(system.b[row]);
    case compile::Array::residual:
      return accumulate(system.residual[row]);
    case compile::Array::rate:
      return accumulate(system.rate[row]);
    default:
      return;
  }
}

}  // namespace

System write_out(compile::Scope& scope, const compile::Assembly& assembly, std::vector<Node> q,
                 Index rows) {
  const std::size_t n = q.size(), m = static_cast<std::size_t>(rows);
  const Node zero = scope.graph().constant(0);
  System system{std::move(q),
                Matrix<Node>(n, std::vector<Node>(n, zero)),
                Matrix<Node>(m, std::vector<Node>(n, zero)),
                std::vector<Node>(n, zero),
                std::vector<Node>(m, zero),
                std::vector<Node>(m, zero),
                std::vector<Node>(m, zero)};
  for (const auto& group : assembly.groups()) {
    const std::size_t places = group->ranges ? group->ranges->places.size() : 1;
    for (std::size_t place = 0; place < places; ++place) {
      At at(scope, *group, place);
      for_each_output(*group, [&](const compile::Output& output) {
        put(scope, assembly, system, output, at, place);
      });
    }
  }
  return system;
}

}  // namespace zwang::deriving
