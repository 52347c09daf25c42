// SPDX-License-Identifier: Apache-2.0
#pragma once
// SciPy, as a child process that measures its own time (motion_scipy.py).

#include "motion_task.h"

namespace bench {

/// False where there is no python3 with scipy.
bool scipy_is_installed();

MotionResult scipy_dop853(const MotionTask& task, double tolerance);
MotionResult scipy_radau(const MotionTask& task, double tolerance);

}  // namespace bench
