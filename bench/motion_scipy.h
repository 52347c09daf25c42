// SPDX-License-Identifier: Apache-2.0
#pragma once
// SciPy, as a child process that measures its own time (motion_scipy.py).

#include <string>

#include "motion_task.h"

namespace bench {

/// False where there is no python3 with scipy.
bool scipy_is_installed();

/// The python3 that has scipy: the user's, or the system's, where packages install it.
const std::string& scipy_interpreter();

MotionResult scipy_dop853(const MotionTask& task, double tolerance);
MotionResult scipy_radau(const MotionTask& task, double tolerance);

}  // namespace bench
