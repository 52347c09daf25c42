// SPDX-License-Identifier: Apache-2.0
#pragma once
// Total time derivatives of what a formula says: (expr)'.

#include <span>
#include <unordered_map>

#include "formula/parse/symbols.h"
#include "formula/value.h"

namespace zwang::formula {

/// d/dt along the rates of all inputs. What was differentiated once is remembered.
class Rates {
 public:
  enum class Outcome : std::uint8_t { found, acceleration, too_large };

  /// All derivatives together may look at so many nodes.
  Rates(const Symbols& symbols, Index most_nodes) : symbols_(symbols), room_(most_nodes) {}

  /// Replaces `value` by its derivative where there is one: not where an acceleration would have
  /// to be differentiated.
  Outcome differentiate(Value& value);

 private:
  Outcome pass(std::span<Node> nodes);

  const Symbols& symbols_;
  Index room_;
  std::unordered_map<Node, Node> known_;
};

}  // namespace zwang::formula
