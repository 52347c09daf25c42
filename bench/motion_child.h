// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contestants that are programs of their own. They are called with
//   SYSTEM FORM DURATION SAMPLES TOLERANCE
// (SYSTEM the number of links, or four-bar), measure their own CPU time and print JSON:
// {"seconds": …, "steps": …, "states": [q, v at each sample]}.

#include <string>

#include "motion_task.h"

namespace bench {

/// What the command prints; empty if it fails.
std::string output_of(const std::string& command);

/// What stands behind "key": in JSON that is our own; null: it is not there.
const char* after(const std::string& json, const std::string& key);

/// Runs it, for twenty seconds at the most, and judges the states.
MotionResult run_child(const std::string& command, const char* form, const MotionTask& task,
                       double tolerance);

}  // namespace bench
