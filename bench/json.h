// SPDX-License-Identifier: Apache-2.0
#pragma once
// The results as data.

#include <string>
#include <vector>

#include "batch_race.h"
#include "race.h"
#include "verdict.h"

namespace bench {

/// Writes every form of every contestant; false if the file cannot be written.
bool write_json(const std::string& path, const std::vector<Outcome>& outcomes,
                const std::vector<BatchOutcome>& batches, const std::vector<Verdict>& verdicts);

}  // namespace bench
