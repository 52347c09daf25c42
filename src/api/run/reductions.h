// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a whole run that observables ask for: max(f), mean(f), first(touch).

#include <memory>
#include <span>
#include <vector>

#include "base/words/reductions.h"
#include "flow/right_side.h"
#include "reduce/reducer.h"
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

  /// Fills in Summary::reductions of a summary that is otherwise complete. `ends`: as ends_of() has them.
  void tell(Summary& summary, std::span<const State> ends);

 private:
  void values(double t, const double* y, double* f) noexcept;
  static bool is_lost(words::Reduce kind, const motion::Reduced& x, bool has_end,
                      const EndOfReach& reach);
  std::vector<double> at_state(const State& state) noexcept;
  double number(words::Reduce kind, const motion::Reduced& x, double& t) const;

  const Model model_;
  motion::RightSide& side_;
  Index first_ = 0;  // of the values among those of the observables
  bool needs_instant_ = false;
  std::unique_ptr<motion::Reducer> reducer_;
};

}  // namespace zwang
