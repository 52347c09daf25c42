// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constraints that cannot hold together at the start: smallest sets of rows of which every proper
// part can.

#include <vector>

#include "zwang/model.h"

namespace zwang::diagnosis {

/// What is missed is told in the units of the equations: by how much their sides differ where the
/// weighted sum of squares is least, as far as was found.
struct Conflict {
  std::vector<std::size_t> rows;  // ascending
  std::vector<double> missed;     // by each
  bool rate = false;              // rates are missed; positions are met
};

/// `kept`: the rows that a start must satisfy (m flags); `nearest`: where looking for a state that
/// satisfies them ended. Sets that have no row in common, in the order of their first rows.
/// Empty where there are too many rows to try.
std::vector<Conflict> find_conflicts(const Model& model, const std::vector<unsigned char>& kept,
                                     const State& given, const State& nearest);

}  // namespace zwang::diagnosis
