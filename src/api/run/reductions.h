// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a whole run that observables ask for: max(f), mean(f), first(touch).

#include <memory>
#include <vector>

#include "base/words/reductions.h"
#include "motion/reduce/reducer.h"
#include "motion/right_side.h"
#include "zwang/run.h"

namespace zwang {

struct EndOfReach;

class RunReductions {
 public:
  RunReductions(const Model& model, motion::RightSide& side, double tolerance);
  RunReductions(const RunReductions&) = delete;
  RunReductions& operator=(const RunReductions&) = delete;

  /// Whether steps are of interest.
  bool listens() const { return reducer_ != nullptr; }
  void step(const motion::StepView& step) noexcept { reducer_->step(step); }
  void save(std::vector<double>& memory) const { reducer_->save(memory); }
  std::size_t restore(const std::vector<double>& memory) { return reducer_->restore(memory); }

  /// Fills in Summary::reductions of a summary that is otherwise complete.
  void tell(Summary& summary);

 private:
  void values(double t, const double* y, double* f) noexcept;
  static bool is_lost(words::Reduce kind, const motion::Reduced& x, bool of_pose,
                      const EndOfReach& reach);
  double number(words::Reduce kind, const motion::Reduced& x, double& t) const;

  const Model model_;
  motion::RightSide& side_;
  Index first_ = 0;  // of the values among those of the observables
  bool needs_instant_ = false;
  std::unique_ptr<motion::Reducer> reducer_;
};

}  // namespace zwang
