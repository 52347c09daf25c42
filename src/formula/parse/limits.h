// SPDX-License-Identifier: Apache-2.0
#pragma once
// Limits that keep any text from exhausting the machine; each has its own diagnostic.

#include "base/index.h"

namespace zwang::formula {

inline constexpr Index max_formula_bytes = Index{64} << 20;
inline constexpr Index max_nesting = 100'000;  // parentheses, brackets, calls
inline constexpr Index max_if_nesting = 1'000;
inline constexpr Index max_sum_nesting = 8;
inline constexpr Index max_sum_terms = 10'000'000;      // of one formula, all its sums together
inline constexpr Index max_sum_bytes = Index{1} << 29;  // of terms, each counted as often as read
inline constexpr Index max_formula_nodes = Index{64}
                                           << 20;  // that one formula may add to the graph
inline constexpr Index max_pending = 4'000'000;    // values and operators that wait

/// The same as a value, for callers and tests that want less.
struct Limits {
  Index bytes = max_formula_bytes;
  Index nesting = max_nesting;
  Index if_nesting = max_if_nesting;
  Index sum_nesting = max_sum_nesting;
  Index sum_terms = max_sum_terms;
  Index sum_bytes = max_sum_bytes;
  Index nodes = max_formula_nodes;
  Index pending = max_pending;
};

}  // namespace zwang::formula
