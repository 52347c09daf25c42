// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas made simple: as quotients where that is shorter, as they stand where it is not.

#include "derive/quotient.h"
#include "formula/parse/symbols.h"

namespace zwang::deriving {

class Simplifier {
 public:
  explicit Simplifier(const formula::Symbols& symbols)
      : symbols_(symbols), quotients_(symbols.graph()) {}

  formula::Graph& graph() const { return symbols_.graph(); }

  /// Without guards at the edges of domains, and as short as we can.
  formula::Node simple(formula::Node x);

  /// Characters that x takes, with those of its parts.
  std::size_t length(formula::Node x) const;

 private:
  formula::Node away_from_edges(formula::Node x) const;

  const formula::Symbols& symbols_;
  Quotients quotients_;
};

}  // namespace zwang::deriving
