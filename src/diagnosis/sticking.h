// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "zwang/model.h"

namespace zwang::diagnosis {

/// The numbers of the sliding contacts that stick at a state on the constraints, where a motion may begin. What
/// sticks holds as a constraint does, as long as it sticks.
std::vector<std::size_t> sticking_at(const Model& model, const State& state);

}  // namespace zwang::diagnosis
