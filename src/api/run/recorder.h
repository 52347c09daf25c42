// SPDX-License-Identifier: Apache-2.0
#pragma once
// Listens to a run: samples become rows, in memory or in the file KEEP.part; snapshots become
// KEEP.checkpoint. Nothing may be thrown through a run: the first exception is remembered, stops
// the run, and is thrown by close().

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "api/run/peaks.h"
#include "api/run/reductions.h"
#include "api/run/shown_row.h"
#include "api/run/snapshot.h"
#include "flow/sampler.h"
#include "motion/run/run_result.h"
#include "record/part_writer.h"
#include "record/table.h"
#include "scene/body_arrows.h"
#include "zwang/run.h"

namespace zwang {

std::string part_path(const std::string& keep);
std::string checkpoint_path(const std::string& keep);

class RunRecorder {
 public:
  /// `keep`: empty for memory. Throws record::FileError.
  RunRecorder(motion::Sampler& sampler, ShownRow& shown, RunMeasures& measures,
              scene::BodyArrows& arrows, record::Heading heading, std::string keep,
              const Resumption* resumption);

  /// Of the numbers of a row, only these are recorded: the columns of the heading.
  void pick(std::vector<Index> columns);
  /// Room in memory for so many rows, now.
  void prepare(std::size_t rows);
  /// Who hears of every step; null: nobody.
  void follow(RunReductions* reductions, RunPeaks* peaks);
  /// What the user wants to be told between steps; `from` and `until` are its.
  void report_to(std::function<bool(const Progress&)> goes_on, double from, double until);

  motion::Listener listener() noexcept;

  /// After the run: writes what waits, and a checkpoint if it was interrupted. Throws what went wrong
  /// meanwhile. Returns the rows, if they are in memory or few.
  std::optional<record::Table> close(const motion::RunResult& result);

  /// What a sample of this state would be recorded as.
  std::vector<double> row_at(const State& state);

  std::size_t rows() const { return rows_; }
  double seconds() const;  // that the run has taken, what went before a resumption included

 private:
  using Clock = std::chrono::steady_clock;
  void sample(double t, const double* y) noexcept;
  bool goes_on(double t, const motion::Tally& tally) noexcept;
  bool wants_snapshot() const noexcept;
  void save(const motion::Snapshot& snapshot) noexcept;
  void remember() noexcept;
  void take_step(const motion::StepView& step) noexcept;
  void restore(const std::vector<double>& memory);

  motion::Sampler& sampler_;
  ShownRow& shown_;
  RunMeasures& measures_;
  scene::BodyArrows& arrows_;
  record::Heading heading_;
  std::string keep_;
  RunReductions* reductions_ = nullptr;
  RunPeaks* peaks_ = nullptr;
  std::vector<double> row_;
  std::optional<std::vector<Index>> picked_;
  std::vector<double> picked_row_;
  std::optional<record::Table> table_;
  std::optional<record::PartWriter> part_;
  std::size_t rows_ = 0;
  std::function<bool(const Progress&)> goes_on_;
  Progress progress_;
  std::exception_ptr wrong_;
  double seconds_before_ = 0;
  Clock::time_point begin_ = Clock::now(), saved_ = begin_;
  Clock::duration until_next_ = std::chrono::seconds(1);  // checkpoint
};

}  // namespace zwang
