// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ours: the tasks as descriptions, and a run of them through the public headers.

#include "motion_task.h"
#include "zwang/description.h"

namespace bench {

/// The chain as a family of particles; the four-bar as massless particles with the kinetic energy
/// of the rods between them. Coordinates in the order of PointSystem.
zwang::Description motion_description(const MotionTask& task);

MotionResult zwang_run(const MotionTask& task, double tolerance);

}  // namespace bench
