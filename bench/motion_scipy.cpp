// SPDX-License-Identifier: Apache-2.0
#include "motion_scipy.h"

#include "motion_child.h"

namespace bench {

const std::string& scipy_interpreter() {
  static const std::string found = [] {
    for (const std::string python : {"python3", "/usr/bin/python3"}) {
      if (!output_of(python + " -c 'import scipy.integrate; print(1)' 2>/dev/null").empty())
        return python;
    }
    return std::string();
  }();
  return found;
}

namespace {

MotionResult run(const MotionTask& task, double tolerance, const char* method) {
  return run_child(scipy_interpreter() + " '" ZWANG_MOTION_SCIPY "'", method, task, tolerance);
}

}  // namespace

bool scipy_is_installed() { return !scipy_interpreter().empty(); }

MotionResult scipy_dop853(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "DOP853");
}
MotionResult scipy_radau(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "Radau");
}

}  // namespace bench
