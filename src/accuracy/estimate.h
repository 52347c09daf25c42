// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error of a run, from a second one.

#include <functional>
#include <memory>

#include "accuracy/run_choices.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

/// Runs the same model once more, as it is told.
using RunAgain =
    std::function<std::shared_ptr<Trajectory::Parts>(const RunOptions&, const RunChoices&)>;

/// Estimates the error of a run that is complete; nothing of the run changes.
RunError estimate_error(const Trajectory::Parts& first, const RunOptions& options,
                        const RunChoices& choices, const RunAgain& again);

}  // namespace zwang
