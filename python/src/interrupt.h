// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C while the library works without the interpreter's lock.

#include <atomic>
#include <chrono>
#include <thread>

#include <pybind11/pybind11.h>

namespace zwang_python {

/// Asked between steps; goes back to the interpreter ten times a second at most, for its lock costs more
/// than a step. Threads of the library may ask too: they are told what the caller's thread has seen, the
/// only one that Python lets look.
class Interrupt {
 public:
  Interrupt() : before_(current) { current = this; }
  ~Interrupt() { current = before_; }
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// False once the user has pressed Ctrl-C.
  bool goes_on() {
    if (pressed_ || std::this_thread::get_id() != caller_) return !pressed_;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < std::chrono::milliseconds(100)) return true;
    asked_ = now;
    const pybind11::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();  // the run ends by itself, with what it has; the caller raises KeyboardInterrupt
      pressed_ = true;
    }
    return !pressed_;
  }

  void press() { pressed_ = true; }
  bool pressed() const { return pressed_; }

  /// Of what goes on in this thread; null: nothing does.
  static inline thread_local Interrupt* current = nullptr;

 private:
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> pressed_ = false;
  Interrupt* before_;
};

}  // namespace zwang_python
