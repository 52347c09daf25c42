// SPDX-License-Identifier: Apache-2.0
#pragma once
// The coordinates and rates that a two-ended question names.

#include <vector>

#include "assemble/assembly.h"

namespace zwang::compile {

struct NamedCoordinate {
  Index coordinate;
  bool rate;
};

/// Which names may stand somewhere.
enum class Naming { coordinate, coordinate_or_rate, coordinates };

/// One, or all of a particle or a family where `coordinates` may stand; none and a complaint if
/// there is nothing of this name.
std::vector<NamedCoordinate> find_coordinates(Scope& scope, const Assembly& assembly,
                                              const Names& names, const Name& name, Naming naming);

}  // namespace zwang::compile
