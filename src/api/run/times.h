// SPDX-License-Identifier: Apache-2.0
#pragma once
// When a run takes its samples.

#include <string>

#include "flow/run_plan.h"
#include "zwang/run.h"

namespace zwang {

/// Sets plan.times or plan.every_step for a run from t to plan.t_end; returns the rule in words.
/// Throws InputError for options that exclude each other or ask for more than 100 million samples.
std::string set_times(const Model& model, const RunOptions& options, double t,
                      motion::RunOptions& plan);

}  // namespace zwang
