// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a first curve to an extremal, by the method that is asked for; and the first curves themselves.

#include "bvp/collocation/collocation.h"
#include "extremal/plan.h"
#include "extremal/question/view.h"
#include "variation/polygon/polygon.h"

namespace zwang::extremal {

class Attempt {
 public:
  Attempt(Question& question, const Plan& plan);

  /// Solves from a curve, to the tolerance (by default the plan's).
  bvp::Solution from(bvp::Curve guess, double tolerance = 0);
  /// The same, kept away from curves that are known.
  bvp::Solution from(bvp::Curve guess, double tolerance,
                     const std::vector<const bvp::Curve*>& known);
  /// From a neighbour: Newton's iteration is soon there, or the neighbour is too far.
  bvp::Solution from_near(bvp::Curve guess, double tolerance);

  /// Newton's iteration alone, on the mesh that the curve has, a few steps of it.
  bvp::Solution roughly_from(bvp::Curve guess);

  /// Through what the user wrote, or a straight line.
  bvp::Curve plain_guess();
  /// The same brought onto the constraints, with rates along them.
  bvp::Curve guess_on_rows();
  /// From there down to a minimum of the discrete action (sign −1: up to a maximum); false if that
  /// does not apply, or leads nowhere.
  bool minimised_guess(bvp::Curve& guess, int sign, bool fine);
  /// The same where velocity rows bind the curve, which then gives λ as well.
  bool bound_guess(bvp::Curve& guess, Index links);

  /// Tries one first curve after the other; the first that works. Its outcome is that of the last
  /// attempt if none does.
  bvp::Solution first(double tolerance = 0);

  Question& question() { return question_; }
  const Plan& plan() const { return plan_; }
  bool goes_on() const;
  /// So much was tried in vain that it is time to say so.
  bool exhausted() const;
  /// From now on a tenth of what is tried else will do: there is reason to think it in vain.
  void lose_patience() { patience_ /= 10; }
  void count(Index found) { found_ = found; }
  long iterations() const { return iterations_; }

 private:
  // Of the discrete action where rows bind velocities; of a first mesh, which is refined where they are
  // too few; of the discrete action where as few do not do.
  static constexpr Index few_links = 4, first_intervals = 8, many_links = 64;

  variation::DiscreteGuess polygon(Index links);
  int sign_of_mass();

  Question& question_;
  const Plan& plan_;
  Index found_ = 0, intervals_ = 0;
  long iterations_ = 0, patience_;  // evaluations before a first extremal is found
  long limit_ = 0;                  // of evaluations, for the attempt at hand; 0: none
  bvp::FirstMesh first_mesh_ = bvp::FirstMesh::coarse_first;
};

}  // namespace zwang::extremal
