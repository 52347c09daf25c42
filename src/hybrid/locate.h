// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first zero, within a step, of what is watched.

#include <vector>

#include "flow/interpolant.h"
#include "hybrid/event_state.h"
#include "hybrid/watch.h"

namespace zwang::motion {

struct Crossing {
  double t = 0;
  Index first = 0;      // of the watched: the one that is at zero
  double slope = 0;     // of it there, per time
  double after = 0;     // the sign it goes on with
  bool grazes = false;  // it touches zero and turns back
  bool lost = false;    // it has no value from here on
};

class Locator {
 public:
  Locator(RightSide& side, Watch& watch);

  /// After a mode was decided: what was just dealt with is at zero, and does not count as a crossing
  /// until it has left zero. `expected`: the sign it leaves with, or 0 where that is not known.
  void begin(double t, const double* y) noexcept;
  /// `insists`: it must leave zero that way; if it does not, that is a crossing.
  void mark_fresh(Index k, double expected, bool insists = true) noexcept;
  /// A gap that opens. Until it has grown beyond its rounding it has no sign: it crosses only where it
  /// falls below the rounding.
  void mark_open(Index k, double rounding) noexcept;
  void add_to_start(Index k, double slack) noexcept { marks_.start[k] += slack; }

  /// The first crossing in (t0, t1]; several at one time are those with is_due.
  bool look(double t0, double t1, const Interpolant& states, Crossing& found) noexcept;
  /// After look: whether k too crosses at that time, to rounding.
  bool is_due(Index k) const { return due_[k] != 0; }
  /// Of all, so that another locator can be told.
  const std::vector<unsigned char>& due() const { return due_; }
  void set_due(const std::vector<unsigned char>& due) { due_ = due; }
  /// The step was taken to its end.
  void arrive() noexcept;

  /// g at the beginning of the mode, or of the step.
  double start(Index k) const { return marks_.start[k]; }
  /// g of one watched at a state.
  double value(Index k, double t, const double* y) noexcept;

  /// What the next look depends on besides the mode.
  const Marks& marks() const { return marks_; }
  void restore(const Marks& marks) { marks_ = marks; }

 private:
  static constexpr int parts = 6;  // of a step, at whose ends g is looked at
  struct Bracket {
    double a, ga, b, gb;
  };

  double* row(int node) noexcept { return g_.data() + static_cast<std::size_t>(node) * most_; }
  double g_at(const Interpolant& states, Index k, double t) noexcept;
  bool wanted(Index k, double before, double after) const noexcept;
  bool bracket(const Interpolant& states, Index k, int part, const double* times,
               Bracket& found) noexcept;
  bool bracket_gap(const Interpolant& states, Index k, int part, const double* times,
                   Bracket& found) noexcept;
  bool has_left(Index k, int node) noexcept;
  bool may_dip(Index k, int part, const double* times, Bracket& where) noexcept;
  bool dip(const Interpolant& states, Index k, int part, const double* times, Bracket& found,
           bool& grazes) noexcept;
  double root(const Interpolant& states, Index k, Bracket& bracket) noexcept;
  double noise(const Interpolant& states, Index k, double t, double g) noexcept;

  RightSide& side_;
  Watch& watch_;
  std::size_t most_;
  std::vector<double> g_, y_, one_;
  std::vector<unsigned char> due_;
  Marks marks_;
};

}  // namespace zwang::motion
