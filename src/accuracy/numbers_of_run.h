// SPDX-License-Identifier: Apache-2.0
#pragma once
// The errors of what a run tells as a whole: its reductions and its sensitivities, each computed in both runs and
// then compared. From the errors along the way they would come out ten times too large.

#include "zwang/run.h"

namespace zwang {

/// Adds to error.values: reductions by their names, "NAME.t" of when it was; sensitivities as "d(x)/d(l)".
/// `floor`: the least share of a size; not `known`: the two runs have parted.
void add_numbers_of_run(const Model& model, const Summary& first, const Summary& second,
                        double floor, bool known, RunError& error);

}  // namespace zwang
