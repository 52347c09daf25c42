// SPDX-License-Identifier: Apache-2.0
#pragma once
// What came to pass along a run, in the names of the user.

#include <vector>

#include "motion/events/happening.h"
#include "zwang/run.h"

namespace zwang {

std::vector<RunEvent> tell_events(const Model& model,
                                  const std::vector<motion::Happening>& happenings);

}  // namespace zwang
