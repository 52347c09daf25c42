// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the parts of a formula stand among the branches of its selects, and what is known there.

#include <cstdint>
#include <optional>
#include <vector>

#include "formula/graph.h"

namespace zwang::formula {

class Branches {
 public:
  using Context = std::uint32_t;  // a branch of a select, or everywhere

  /// Of the formula `root`; `nodes` is what it reaches, ascending.
  Branches(const Graph& graph, Node root, const std::vector<Node>& nodes);

  /// The innermost branch that holds all uses of x.
  Context context(Node x) const { return contexts_[x]; }
  /// The branches of the select x.
  Context then(Node x) const { return firsts_[x]; }
  Context otherwise(Node x) const { return firsts_[x] + 1; }

  /// Whether a condition is true or false in a context; nothing if that cannot be seen at a glance.
  std::optional<bool> known(Context context, Node condition) const;

 private:
  struct Branch {
    Context parent = 0;
    std::uint32_t depth = 0;
    Node condition = no_node;
    bool then = true;
  };

  Context common(Context x, Context y) const;
  void use(Node x, Context context);
  bool is_fact(Context context, Node condition, bool value) const;

  const Graph& graph_;
  std::vector<Branch> branches_;
  std::vector<Context> contexts_, firsts_;
};

}  // namespace zwang::formula
