// SPDX-License-Identifier: Apache-2.0
#pragma once
// Down from one start: Newton's method in tangent coordinates, shifted until it goes down, every step
// bent back onto rows and integrals, so that the action alone decides. At a saddle, down along
// the direction that falls most.

#include "variation/polygon/bordered.h"
#include "variation/polygon/reduced_hessian.h"

namespace zwang::variation {

class Descent {
 public:
  /// `reach`: how far the polygon reaches; the unit of long steps.
  /// Roughly: until a full step, from where every direction rises, goes down by as much as it said;
  /// else down to a slope of rounding.
  Descent(const Polygon& polygon, const std::vector<double>& targets, double reach, bool roughly);

  /// Moves x, whose nodes are on their rows, until the integrals are met. False: they do not get
  /// there; a straight line is where lengths do not answer to the nodes.
  bool meet_integrals(std::vector<double>& x);

  DiscreteResult run(std::vector<double>& x, int most_iterations);

  double action_at(const std::vector<double>& x) noexcept {
    return hessian_.action.value(x.data(), nothing_.data());
  }
  const std::vector<double>& mu() const { return hessian_.mu; }

 private:
  bool newton_step(std::vector<double>& x, Bordered& system);
  bool leave_saddle(std::vector<double>& x, Bordered& system);
  double retract(const std::vector<double>& x, double part);
  bool search(std::vector<double>& x, double rate);

  double reach_;
  bool roughly_;
  ReducedHessian hessian_;
  std::vector<double> eta_, step_, trial_, nothing_;
  double action_ = 0, rounding_ = 0, sigma_ = 0, start_ = 0;
  double reached_ = 0;        // the action behind the last step
  bool as_foretold_ = false;  // by its quadratic model
};

}  // namespace zwang::variation
