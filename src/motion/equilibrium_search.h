// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two ways to rest.

#include <vector>

#include "motion/project.h"
#include "motion/small_motions.h"

namespace zwang::motion {

using State = std::vector<double>;

/// Looks for rest at one time. A place is n coordinates on the constraints.
class EquilibriumSearch {
 public:
  EquilibriumSearch(RightSide& side, Projector& projector, double t, const State& start);

  /// Newton's method, steps shortened until they gain; moves q. True: at rest.
  bool newton(State& q, int most_iterations);
  /// Falls, and stops whenever it would climb. True: at rest.
  bool relax(State& q);

  /// aᵀM a of the acceleration from rest; infinite where there is none.
  double restlessness(const State& q);
  double distance(const State& x, const State& y);  // in the metric of M
  bool at_rest() const { return largest_ <= good_; }
  double largest_acceleration() const { return largest_; }
  int iterations() const { return iterations_; }

 private:
  double mass_product(const State& x, const State& y);
  bool project(State& q, State& v);
  bool solve_newton(const State& q, State& change);

  RightSide& side_;
  Projector& projector_;
  double t_;
  SmallMotions motions_;
  State zero_, a_;   // a_: the acceleration that restlessness() found
  double size_ = 1;  // of the coordinates
  double good_ = 0;  // an acceleration that counts as none
  double largest_ = 0;
  int iterations_ = 0;
};

}  // namespace zwang::motion
