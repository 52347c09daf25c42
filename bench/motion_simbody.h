// SPDX-License-Identifier: Apache-2.0
#pragma once
// Simbody: the chain as particles with rods between them, which is what the others solve, or as a
// tree of pins, which has no constraints; the four-bar as a tree with closed loops. It runs as a
// child process (motion_simbody.cpp).

#include "motion_task.h"

namespace bench {

#ifdef ZWANG_BENCH_SIMBODY
MotionResult simbody_rods_merson(const MotionTask& task, double tolerance);
MotionResult simbody_rods_cpodes(const MotionTask& task, double tolerance);
MotionResult simbody_pins_merson(const MotionTask& task, double tolerance);
MotionResult simbody_pins_cpodes(const MotionTask& task, double tolerance);
#endif

}  // namespace bench
