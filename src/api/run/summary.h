// SPDX-License-Identifier: Apache-2.0
#pragma once
// The truth about a run, from what it counted and where it ended.

#include <vector>

#include "api/run/choices.h"
#include "api/run/method.h"
#include "flow/right_side.h"
#include "hybrid/happening.h"
#include "motion/run/run_result.h"
#include "zwang/run.h"

namespace zwang {

/// All but `seconds`; of the message what was left out, if anything was.
Summary summarise(const Model& model, const RunChoices& choices, const RunMethod& method,
                  motion::RightSide& side, const motion::RunResult& result);

// What came to pass along a run, in the names of the user.
std::vector<RunEvent> tell_events(const Model& model,
                                  const std::vector<motion::Happening>& happenings);

// Forces and torques on bodies, by name.

/// Fills in Summary::joints, and the bodies that each of Summary::forces touches, at a state whose
/// instant was the last that `side` solved. The equations have solids.
void add_body_forces(const Model& model, motion::RightSide& side, const State& state,
                     const Instant& instant, Summary& summary);

}  // namespace zwang
