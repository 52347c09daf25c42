// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parameters that a two-ended question varies: its unknowns, and those that it follows.

#include <optional>
#include <vector>

#include "assemble/assembly.h"

namespace zwang::compile {

struct Unknowns {
  std::vector<Index> numbers;  // among the parameters
  std::vector<double> guess;
  /// For each unknown: it moves by 1, and along with it what is computed from it.
  std::vector<formula::Direction> directions;
  /// All parameters, as formulas of those that are varied; one that none of them moves is itself.
  std::vector<formula::Node> settled;
};

/// Complains of what cannot be varied. All counts of the model have been read.
Unknowns read_unknowns(Scope& scope);

/// The number of a parameter; nothing and a complaint if there is none of this name.
std::optional<Index> parameter_number(Scope& scope, const Name& name);

/// The derivative along a direction.
formula::Node along(Scope& scope, formula::Node x, const formula::Direction& direction);

}  // namespace zwang::compile
