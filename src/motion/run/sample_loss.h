// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a motion its samples do not show: the largest distance of the states after steps from
// the curve that has the places and rates of the samples around them, a cubic for each coordinate.

#include <vector>

#include "instant/state.h"

namespace zwang::motion {

class SampleLoss {
 public:
  /// The only call that allocates.
  explicit SampleLoss(const instant::StateLayout& at);

  /// The state after a step.
  void pass(double t, const double* y) noexcept;
  /// A sample: what was passed since the last one is judged.
  void sample(double t, const double* y) noexcept;
  /// The state jumped: no curve goes from before to behind.
  void jump() noexcept { broken_ = true; }

  /// For a snapshot: all of it as numbers, of which there are always as many.
  void save(std::vector<double>& numbers) const;
  void restore(const std::vector<double>& numbers) noexcept;
  static std::size_t saved(Index n) { return static_cast<std::size_t>(6 + most + (most + 5) * n); }

  struct Worst {
    Index coordinate = -1;           // none: nothing is lost
    double distance = 0, range = 0;  // of its values along the run
  };
  /// Of the coordinate that loses the largest share of its range.
  Worst worst() const noexcept;

 private:
  void widen(const double* y) noexcept;

  static constexpr Index most = 8;  // states between two samples that are looked at

  instant::StateLayout at_;
  Index count_ = 0;                 // of the states that are kept
  Index stride_ = 1, skipped_ = 0;  // every so many are kept
  bool begun_ = false, broken_ = false;
  double t_ = 0;  // of the last sample
  double times_[most] = {};
  std::vector<double> states_, last_;               // places after steps; places and rates
  std::vector<double> distance_, least_, largest_;  // by coordinate
};

}  // namespace zwang::motion
