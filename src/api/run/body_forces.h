// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces and torques on bodies, by name.

#include "motion/right_side.h"
#include "zwang/run.h"

namespace zwang {

/// Fills in Summary::joints, and the bodies that each of Summary::forces touches, at a state whose
/// instant was the last that `side` solved. The equations have solids.
void add_body_forces(const Model& model, motion::RightSide& side, const State& state,
                     const Instant& instant, Summary& summary);

}  // namespace zwang
