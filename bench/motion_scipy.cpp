// SPDX-License-Identifier: Apache-2.0
#include "motion_scipy.h"

#include "motion_child.h"

namespace bench {
namespace {

/// The python3 that has scipy: the user's, or the system's, where packages install it.
const std::string& interpreter() {
  static const std::string found = [] {
    for (const std::string python : {"python3", "/usr/bin/python3"}) {
      if (!output_of(python + " -c 'import scipy.integrate; print(1)' 2>/dev/null").empty())
        return python;
    }
    return std::string();
  }();
  return found;
}

MotionResult run(const MotionTask& task, double tolerance, const char* method) {
  return run_child(interpreter() + " '" ZWANG_MOTION_SCIPY "'", method, task, tolerance);
}

}  // namespace

bool scipy_is_installed() { return !interpreter().empty(); }

MotionResult scipy_dop853(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "DOP853");
}
MotionResult scipy_radau(const MotionTask& task, double tolerance) {
  return run(task, tolerance, "Radau");
}

}  // namespace bench
