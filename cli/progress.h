// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a run is, on one line of standard error, if that is a terminal.

#include <chrono>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const zwang::Progress& progress);
  void show(const zwang::ExtremalProgress& progress);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_time();  // to draw again

  bool shown_;          // whether there is anyone to see it
  bool drawn_ = false;  // whether there is a line to wipe off
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  double first_ = 0;  // simulated time when it began: a resumed run begins late
  bool started_ = false;
};

}  // namespace cli
