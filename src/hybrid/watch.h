// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is watched in a mode: numbers whose zeros end it. Those that are no formulas of the user are
// positive as long as the mode may stay.

#include <vector>

#include "flow/right_side.h"

namespace zwang::motion {

struct Watched {
  enum class Kind : std::uint8_t {
    event,  // a formula of the user
    gap,    // φ of an open contact
    press,  // λ of a closed one
    slide,  // w along the direction of sliding
    hold,   // what a sticking contact could bear beyond what it bears
    side,   // σ of a switch, on the side it is on
    share,  // of one whose surface the motion slides along: what u is short of leaving it
  };
  Kind kind;
  Index number;  // of the event, the row, the sliding contact
};

/// How many numbers any mode of the equations watches at most.
std::size_t most_watched(const equations::Equations& equations);

class Watch {
 public:
  explicit Watch(RightSide& side);

  /// Looks at the mode of the side. Room is there for all that any mode watches.
  void follow_mode() noexcept;
  /// A contact that rests without pressing, or sticks without holding, is at zero, and rounding would
  /// carry it across: its zero is moved by so much.
  void set_slack(Index k, double slack) noexcept { slack_[k] = slack; }

  Index size() const { return size_; }
  const Watched& operator[](Index k) const { return list_[k]; }

  /// g (size()) at a state of StateLayout.
  void values(double t, const double* y, double* g) noexcept;

  /// The sliding velocities at the last state, where contacts slide.
  const double* last_w() const { return w_.data(); }
  /// What the next look depends on besides the mode.
  const std::vector<double>& slack() const { return slack_; }
  void restore(const std::vector<double>& slack) { slack_ = slack; }
  Index most() const { return static_cast<Index>(list_.size()); }

 private:
  void add(Watched::Kind kind, Index number) noexcept;
  double value(const Watched& watched) const noexcept;

  RightSide& side_;
  std::vector<Watched> list_;
  std::vector<Index> first_w_;  // of each sliding contact among the numbers w
  Index size_ = 0;
  bool needs_instant_ = false, needs_rows_ = false, needs_w_ = false, needs_events_ = false;
  std::vector<double> residual_, w_, slack_;
};

}  // namespace zwang::motion
