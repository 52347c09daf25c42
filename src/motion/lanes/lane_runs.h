// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs of the same equations side by side, one to a lane: other parameters, other starts, the same steps. A run
// has the bits of a lone one by the same method. Nobody sees the motion in between.

#include <functional>
#include <span>

#include "base/aligned.h"
#include "motion/lanes/step_tape.h"
#include "tape/program.h"

namespace zwang::motion {

/// The same for all lanes.
struct LanePlan {
  double t = 0, t_end = 0, step = 0;
  bool operator==(const LanePlan&) const = default;
};

class LaneRuns {
 public:
  static constexpr Index lanes = 32;

  /// Equations that suit lanes, and the tape of their dynamics. They must live as long as this.
  LaneRuns(const equations::Equations& equations, const tape::Tape& dynamics);

  /// The run in a lane. Those that follow are the same until they are set themselves; lane 0 comes first.
  void set(Index lane, std::span<const double> parameters, std::span<const double> q,
           std::span<const double> v) noexcept;

  /// All steps of all lanes; false where `goes_on` said so, asked now and then.
  bool run(const LanePlan& plan, const std::function<bool()>& goes_on);

  /// Whether the lane came to the end; if not, a lone run tells what is wrong.
  bool is_done(Index lane) const noexcept;
  double q(Index lane, Index i) const noexcept { return number(layout_.q() + i, lane); }
  double v(Index lane, Index i) const noexcept { return number(layout_.v() + i, lane); }
  long steps() const noexcept { return steps_; }  // of each

 private:
  double number(Index k, Index lane) const noexcept { return now_.data()[k * lanes + lane]; }
  void fill(Index k, double x) noexcept;

  LaneRuns(const equations::Equations& equations, LaneTapes tapes);

  const equations::Equations& equations_;
  LaneLayout layout_;
  std::vector<std::uint32_t> slots_;
  tape::Program first_, step_;
  AlignedArray inputs_;  // of the equations, of the lane set last
  AlignedArray now_, next_, scratch_;
  long steps_ = 0;
};

}  // namespace zwang::motion
