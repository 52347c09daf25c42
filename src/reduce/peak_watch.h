// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far many numbers go along a run, and when: found on the way at little cost. What samples and ends of
// steps show is joined by polynomials; where one of them promises more than has been seen, the motion is
// asked there. What is told is always a value that the motion had.

#include <cstdint>
#include <vector>

#include "reduce/reducer.h"

namespace zwang::motion {

class PeakWatch {
 public:
  struct Extent {
    double least = 0, least_t = 0, most = 0, most_t = 0;
    double least_there = 0,
           most_there = 0;  // the values at these times, which may be a little nearer
    double least_hope = 0,
           most_hope = 0;  // how far it may have gone where nobody looked, by the polynomials
  };

  /// `kinds`: of each number. Those of one kind have one unit: what is a billionth of the largest of them is
  /// rounding. `size`: of a state.
  PeakWatch(std::vector<std::uint8_t> kinds, Index size, Formulas formulas);

  /// The numbers at a sample, in the step that is told of next.
  void sample(double t, const double* values) noexcept;
  void step(const StepView& step) noexcept;

  const std::vector<Extent>& found() const { return found_; }
  /// Of all numbers of that one's kind.
  double largest(Index i) const { return largest_[kinds_[at(i)]]; }
  bool began() const { return began_; }
  long evaluations() const { return evaluations_; }

  void save(std::vector<double>& memory) const;
  /// Takes back from the place `from` on.
  void restore(const std::vector<double>& memory, std::size_t from);

 private:
  struct Candidate {
    double t = 0, score = 0;
  };
  const double* node(Index k) const { return values_.data() + at(k * count_); }
  double* room(double t) noexcept;
  void evaluate(const StepView& step, double t) noexcept;
  void note(double t, const double* values) noexcept;
  void leave_out(Index first, Index count) noexcept;
  void fill_gaps(const StepView& step) noexcept;
  double range(Index i) const noexcept;
  Index around(Index k, Index* chosen) const noexcept;
  Candidate look(const StepView& step) noexcept;
  void look_between(Index k, Candidate& best) noexcept;
  void keep_hopes() noexcept;

  std::vector<std::uint8_t> kinds_;
  Index count_, nodes_ = 0;
  Formulas formulas_;
  std::vector<Extent> found_;
  std::vector<double> times_, values_, y_, largest_;  // largest_: by kind
  std::vector<double> low_, high_;                    // hopes of the look at hand
  double credit_;  // evaluations that may be spent on a closer look
  double steps_ = 0;
  double since_ = 0;  // where the step at hand began
  long evaluations_ = 0;
  bool began_ = false;
};

}  // namespace zwang::motion
