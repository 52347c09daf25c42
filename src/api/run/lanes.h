// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many runs of one model with other values or starts, side by side in the lanes of registers, where that is possible
// and pays: motion/lanes. What is told of each is what a lone run tells, to the bit.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "motion/lanes/lane_runs.h"
#include "motion/run/run_result.h"
#include "zwang/run.h"

namespace zwang {

/// One of them: the model at its values, and what is asked.
struct LaneRun {
  Model model;
  RunOptions options;
};

class RunLanes {
 public:
  static constexpr auto most = static_cast<std::size_t>(motion::LaneRuns::lanes);

  /// Null: each run must be made alone. Lanes take rk4 and models without constraints, bodies and events, of whose
  /// run only the start and the end are looked at.
  static std::unique_ptr<RunLanes> of(const Model& model, const RunOptions& options);

  /// At most `most` of them, of the model it was made for. Nothing where a run must be made alone, or `goes_on`
  /// ended them all.
  std::vector<std::optional<Trajectory>> run(std::span<const LaneRun> runs,
                                             const std::function<bool()>& goes_on);

 private:
  RunLanes(const Model& model, const tape::Tape& dynamics);

  const Model model_;
  motion::LaneRuns lanes_;
};

/// A run whose motion is known: its start and its end.
Trajectory run_ended(const Model& model, const RunOptions& options,
                     const motion::RunResult& motion);

}  // namespace zwang
