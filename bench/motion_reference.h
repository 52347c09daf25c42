// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the points really are: the motion in angles, which have no constraint to drift from,
// integrated in long double by a method that no contestant uses.

#include <vector>

#include "motion_task.h"

namespace bench {

/// x0 y0 x1 y1 … at the end of the task, to about 1e-14; empty where chaos or length leaves no
/// digits worth comparing: chains of 2 to 5 beyond 2 s, and longer ones.
std::vector<double> final_positions(const MotionTask& task);

/// The same with a chosen number of steps per second; the check of the reference itself.
std::vector<double> final_positions(const MotionTask& task, int steps_per_second);

}  // namespace bench
