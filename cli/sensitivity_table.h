// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "zwang/run.h"

namespace cli {

/// The derivatives of the end, a column for each name that was asked for.
void print_sensitivities(const zwang::Trajectory& trajectory);

}  // namespace cli
