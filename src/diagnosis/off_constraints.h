// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a state is from each constraint, by name.

#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang::diagnosis {

struct OffConstraint {
  std::size_t constraint;             // its number
  double position = 0, velocity = 0;  // distances: |φ|/‖A_i‖, |φ̇|/‖A_i‖, the largest of its rows
};

/// The constraints that the state violates by more than rounding, the worst first.
std::vector<OffConstraint> off_constraints(const Model& model, const State& state);

/// Those that are missed where a state was brought as near to the constraints as it can be. Rates are
/// looked at only where all positions are met: before that they were not moved.
std::vector<OffConstraint> missed_constraints(const Model& model, const State& nearest);

/// "'rod' and 'loop'", of long lists the first few.
std::string list_names(const std::vector<std::string>& names);

}  // namespace zwang::diagnosis
