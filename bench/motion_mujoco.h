// SPDX-License-Identifier: Apache-2.0
#pragma once
// MuJoCo: the chain as particles on two slides each, held by tendons of fixed length; the four-bar
// as hinged rods with two connections that close it.

#include "motion_task.h"

namespace bench {

#ifdef ZWANG_BENCH_MUJOCO
MotionResult mujoco_tendons(const MotionTask& task, double tolerance);
#endif

}  // namespace bench
