// SPDX-License-Identifier: Apache-2.0
#include "motion_simbody.h"

#ifdef ZWANG_BENCH_SIMBODY

#include "motion_child.h"

namespace bench {
namespace {

MotionResult run(const MotionTask& task, double tolerance, const char* form) {
  return run_child("'" ZWANG_BENCH_SIMBODY "'", form, task, tolerance);
}

}  // namespace

MotionResult simbody_rods_merson(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "rods-merson");
}
MotionResult simbody_rods_cpodes(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "rods-cpodes");
}
MotionResult simbody_pins_merson(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "pins-merson");
}
MotionResult simbody_pins_cpodes(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "pins-cpodes");
}

}  // namespace bench

#endif
