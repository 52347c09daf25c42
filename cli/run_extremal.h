// SPDX-License-Identifier: Apache-2.0
#pragma once
// The extremals of a model, as [extremal] asks for them.

#include "cli/run_wish.h"

namespace cli {

/// Looks for them, writes KEEP.csv, KEEP.h5 and KEEP.json if there are any, and says what was found.
RunOutcome run_extremal(const RunWish& wish, const zwang::Model& model, const std::string& keep);

}  // namespace cli
