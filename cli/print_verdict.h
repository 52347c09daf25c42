// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the referee says, beside what the run said of its own error.

#include <string>

#include "zwang/referee.h"

namespace cli {

/// `path`: where all of it is.
void print_verdict(const zwang::Trajectory& trajectory, const zwang::Referee& verdict,
                   const std::string& path);

}  // namespace cli
