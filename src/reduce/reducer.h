// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers of a whole run: the largest and the least of formulas and when, their integrals. They are found
// on the continuous motion, step by step, while a step's dense output is at hand: each formula is followed
// by polynomials on parts of the step, halved where a polynomial does not follow and what it may hide
// matters. What is told as largest or least is always a value of the formula at a state of the motion.

#include <vector>

#include "base/index.h"
#include "motion/run/step_view.h"

namespace zwang::motion {

/// What is wanted of a formula.
struct ReduceWish {
  bool extremes = false, integral = false;
};

/// What has been found of one.
struct Reduced {
  double most = 0, most_t = 0,
         most_there = 0;  // most_there: the value at most_t, which may be a little less
  double least = 0, least_t = 0, least_there = 0;
  double integral = 0, squares = 0;
  double first = 0, last = 0;
  double spoiled = 0;  // 1: it had no value somewhere
};

/// The values of all formulas at a state.
struct Formulas {
  void* self = nullptr;
  void (*values)(void* self, double t, const double* y, double* f) noexcept = nullptr;
};

class Reducer {
 public:
  /// `size`: of a state. `tolerance`: of a value, relative to the largest that the formula had.
  Reducer(std::vector<ReduceWish> wishes, Index size, double tolerance, Formulas formulas);

  /// Every step of the run in turn; one of no length counts where it is fresh.
  void step(const StepView& step) noexcept;

  /// The state at the end of the run.
  void finish(double t, const double* y) noexcept;

  const std::vector<Reduced>& found() const { return found_; }
  double duration() const { return until_ - since_; }
  bool began() const { return began_; }
  long evaluations() const { return evaluations_; }

  /// All of it as numbers, and back; how many it took.
  void save(std::vector<double>& memory) const;
  std::size_t restore(const std::vector<double>& memory);

 private:
  double* row(int slot) { return values_.data() + at(slot * count_); }
  double time_of(int slot) const noexcept;
  void evaluate(double t, double* f) noexcept;
  void evaluate_slots(int degree) noexcept;
  void note(double t, const double* f) noexcept;
  void note_most(Reduced& x, double t, double value) const noexcept;
  void note_least(Reduced& x, double t, double value) const noexcept;
  double scale(const Reduced& x) const noexcept;
  void panel(double a, double b, int depth) noexcept;
  bool settled(Index i, int degree, int depth) noexcept;
  void take(int degree) noexcept;
  void look_for_extremes(Index i, int degree) noexcept;

  std::vector<ReduceWish> wishes_;
  Index count_;
  double tolerance_;
  Formulas formulas_;
  std::vector<Reduced> found_;
  std::vector<int> deep_;  // how often the step may be halved for each
  std::vector<double> values_, doubts_, y_, beyond_;
  const StepView* step_ = nullptr;
  double a_ = 0, b_ = 0;  // of the part at hand
  double since_ = 0, until_ = 0;
  long evaluations_ = 0, left_ = 0;
  bool began_ = false;
  bool follows_ = false;  // more than both ends are wanted of some
};

}  // namespace zwang::motion
