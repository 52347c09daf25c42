// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a run went, in a few sentences.

#include <string>

#include "motion/run/run_result.h"
#include "zwang/run.h"

namespace zwang {

Ending ending_of(motion::Ending ending);

/// `summary` is complete but for its message; `kept`: the run can be resumed.
std::string message_of(const Model& model, const Summary& summary, const motion::RunResult& result,
                       double until, bool kept);

}  // namespace zwang
