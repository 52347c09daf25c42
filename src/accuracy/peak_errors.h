// SPDX-License-Identifier: Apache-2.0
#pragma once
// The errors of peaks: how far things went along a run.

#include "report/words/trajectory_parts.h"

namespace zwang {

/// Adds them as "min(x)" and "max(x)". `floor`: ± is never less than this share of a size. Not `known`: the solutions parted
/// somewhere, and only what kept its digits to the end has an error.
void add_peak_errors(const Trajectory::Parts& first, const Trajectory::Parts& second, double floor,
                     bool known, RunError& error);

}  // namespace zwang
