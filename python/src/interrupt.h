// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C while the library works without the interpreter's lock.

#include <chrono>

#include <pybind11/pybind11.h>

namespace zwang_python {

/// Asked between steps; goes back to the interpreter ten times a second at most, for its lock costs more
/// than a step.
class Interrupt {
 public:
  /// False once the user has pressed Ctrl-C.
  bool goes_on() {
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < std::chrono::milliseconds(100)) return !pressed_;
    asked_ = now;
    const pybind11::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();  // the run ends by itself, with what it has; the caller raises KeyboardInterrupt
      pressed_ = true;
    }
    return !pressed_;
  }

  bool pressed() const { return pressed_; }

 private:
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  bool pressed_ = false;
};

}  // namespace zwang_python
