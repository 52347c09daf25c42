// SPDX-License-Identifier: Apache-2.0
#pragma once
// SciPy's solve_bvp, as a child process that measures its own time (extremal_scipy.py).

#include "extremal_task.h"

namespace bench {

ExtremalRun scipy_extremal(const ExtremalTask& task, double tolerance, int rounds);

}  // namespace bench
