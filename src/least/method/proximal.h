// SPDX-License-Identifier: Apache-2.0
#pragma once
// The proximal iteration: damped steps that need no rank decision.

#include "least/task.h"
#include "least/workspace.h"

namespace zwang::least {

/// ws.z for rows of which some are near-singular: ten damped steps on the factored rows. Directions
/// well above the damping are met to rounding, those far below it are left as in free motion, and
/// the passage between is smooth, so that an integrator may cross a singular pose.
void damp_rows(const Task& task, Workspace& ws) noexcept;

}  // namespace zwang::least
