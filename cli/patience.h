// SPDX-License-Identifier: Apache-2.0
#pragma once
// How long the program may take to hear that it is asked to stop.

#include <atomic>
#include <filesystem>
#include <functional>
#include <thread>

namespace cli {

/// While it lives, Ctrl-C and SIGTERM end the program within about 0.15 s, in whichever phase it is: a thread waits for the
/// signal and calls `end`, then exits with status 3. Who calls `say_heard` gets a second to save a state, until `saved`
/// says that it was since the signal. What is on the disk at any moment must be complete by itself, as it is after a kill.
class Patience {
 public:
  using FileTime = std::filesystem::file_time_type;

  Patience(std::function<bool(FileTime)> saved, std::function<void()> end);
  ~Patience();  // in time: the program goes on to its own end
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  /// From here on it is too late to stop: what could be resumed is about to be removed, for the results are whole. Does not
  /// return where the program is being ended.
  static void end_here() noexcept;

 private:
  enum class State { waiting, over, ending };

  void watch();
  void close() noexcept;

  std::function<bool(FileTime)> saved_;
  std::function<void()> end_;
  std::atomic<State> state_{State::waiting};
  std::thread thread_;

  static std::atomic<Patience*> now_;
};

}  // namespace cli
