// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run by CVODE, which makes its own loop: it accepts or rejects, and projects by calling back. Its
// history cannot be written down, so it begins anew after a fixed number of steps, always; a resumed
// run goes on from there with the same bits.

#include <memory>

#include "flow/run_plan.h"
#include "motion/run/paused_run.h"
#include "motion/run/run_result.h"

namespace zwang::motion {

void run_bdf(RightSide& side, const RunOptions& options, const Listener& listener,
             RunResult& result, const Snapshot* resume);
/// The same, that waits; all must live as long as it does.
std::unique_ptr<PausedRun> pause_bdf(RightSide& side, const RunOptions& options,
                                     const Listener& listener, RunResult& result);

}  // namespace zwang::motion
