// SPDX-License-Identifier: Apache-2.0
#pragma once
// The motion of a model, as [simulate] asks for it.

#include "cli/run_wish.h"

namespace cli {

/// Runs, writes KEEP.csv, KEEP.h5 and KEEP.json, and says what was found.
RunOutcome run_motion(const RunWish& wish, const zwang::Model& model, const std::string& keep);

}  // namespace cli
