// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the numbers of a run, "max(f)" and the like, answer to parameters and to the start.

#include <functional>

#include "zwang/run.h"

namespace zwang {

/// A run without samples and sensitivities: what it tells.
using LightRun = std::function<Summary(const Model&, const RunOptions&)>;

/// To the sensitivities that a summary has, those of its reductions: by differences of order 4 between four other
/// runs for each name. Where a number has a kink there is none, and the message says so.
void add_number_sensitivities(const Model& model, const RunOptions& options, const LightRun& run,
                              Summary& summary);

}  // namespace zwang
