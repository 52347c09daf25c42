// SPDX-License-Identifier: Apache-2.0
#pragma once
// The results as text.

#include <vector>

#include "batch_race.h"
#include "race.h"
#include "verdict.h"

namespace bench {

/// Two tables, times and ratios: a row per contestant, a column per size.
void print_outcomes(const char* title, const std::vector<Outcome>& outcomes);

void print_batches(const std::vector<BatchOutcome>& batches);

void print_verdicts(const std::vector<Verdict>& verdicts);

}  // namespace bench
