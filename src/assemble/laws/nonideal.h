// SPDX-License-Identifier: Apache-2.0
#pragma once
// Non-ideal forces C: formulas that may read reactions, and friction.

#include <vector>

#include "assemble/laws/reactions.h"

namespace zwang::compile {

/// What non-ideal forces bring besides their formulas.
struct NonidealParts {
  std::vector<equations::Sliding> sliding;
  Index components = 0;  // of all sliding velocities

  Index limits() const { return static_cast<Index>(2 * sliding.size()); }
};

/// C, its slopes, the limits and sliding velocities of contacts; behind the rows, those that stick.
NonidealParts add_nonideal(Scope& scope, Assembly& assembly, const Names& names,
                           Reactions& reactions, std::vector<equations::Row>& rows,
                           std::vector<double>& weights);

}  // namespace zwang::compile
