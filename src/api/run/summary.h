// SPDX-License-Identifier: Apache-2.0
#pragma once
// The truth about a run, from what it counted and where it ended.

#include "api/run/choices.h"
#include "api/run/method.h"
#include "motion/right_side.h"
#include "motion/run/run_result.h"
#include "zwang/run.h"

namespace zwang {

/// All but `seconds`; of the message what was left out, if anything was.
Summary summarise(const Model& model, const RunChoices& choices, const RunMethod& method,
                  motion::RightSide& side, const motion::RunResult& result);

}  // namespace zwang
