// SPDX-License-Identifier: Apache-2.0
#pragma once
// [extremal] with its formulas evaluated.

#include <optional>
#include <utility>
#include <vector>

#include "scope/scope.h"

namespace zwang::compile {

inline constexpr Index most_extremals = 1000;

struct ExtremalNumbers {
  double tolerance = 0;
  Index all = 1;                                 // so many extremals at the most
  Index samples = 0;                             // 0: not given
  std::vector<std::pair<Index, double>> follow;  // number of a parameter, its first value
};

/// Complains of what cannot be. Nothing, if there is no [extremal].
std::optional<ExtremalNumbers> evaluate_extremal(Scope& scope);

}  // namespace zwang::compile
