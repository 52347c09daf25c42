// SPDX-License-Identifier: Apache-2.0
#pragma once
// What holds at a state that no run has led to: which contacts touch and bear, what sticks.

#include "motion/right_side.h"
#include "zwang/model.h"

namespace zwang {

/// Sets the mode of the side. Contacts that approach each other are taken for bearing ones: their blow
/// is not of this instant.
void set_mode_at(motion::RightSide& side, const State& state);

}  // namespace zwang
