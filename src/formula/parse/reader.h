// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the text of a formula to nodes. Never throws for any text: what is wrong is said in
// diagnostics, as many as can be found without guessing.

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "formula/parse/limits.h"
#include "formula/parse/symbols.h"
#include "formula/value.h"

namespace zwang::formula {

/// What the caller can use.
enum class Wanted : std::uint8_t {
  scalar,     // a number
  value,      // a number or a vector
  condition,  // something true or false
  equation,   // left = right, left >= right or left <= right
};

enum class Relation : std::uint8_t { none, equal, at_least };

struct Formula {
  Value value;  // of an equation: left − right (right − left for <=), one row per component
  Relation relation = Relation::none;
};

struct Reading {
  Formula formula;                      // meaningful only without diagnostics
  std::vector<Diagnostic> diagnostics;  // empty: all is well
  bool ok() const { return diagnostics.empty(); }
};

/// Reads `text`. Symbols are changed only by the gathered inputs that indices ask for.
Reading read(std::string_view text, Symbols& symbols, Wanted wanted, const Limits& limits = {});

}  // namespace zwang::formula
