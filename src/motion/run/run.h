// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run: step → project → estimate → decide → record, until the end.

#include <memory>

#include "flow/run_plan.h"
#include "motion/run/paused_run.h"
#include "motion/run/run_result.h"

namespace zwang::motion {

/// Runs from the start of the equations, or from a snapshot.
RunResult run(RightSide& side, const RunOptions& options, const Listener& listener,
              const Snapshot* resume = nullptr);

/// By this method a run that waits (paused_run.h); all must live as long as it does.
std::unique_ptr<PausedRun> pause(Stepper stepper, RightSide& side, const RunOptions& options,
                                 const Listener& listener, RunResult& result);

}  // namespace zwang::motion
