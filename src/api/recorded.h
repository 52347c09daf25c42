// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a record says besides its columns, so that it can be read as results again.

#include <string>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang {

/// The JSON of the summary, in which nothing depends on the time or the place of the run: "seconds" are null.
std::string recorded_summary(const Trajectory& trajectory);
std::string recorded_summary(const Extremals& extremals);

}  // namespace zwang
