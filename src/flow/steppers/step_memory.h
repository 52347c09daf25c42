// SPDX-License-Identifier: Apache-2.0
#pragma once
// What methods carry from step to step and a checkpoint keeps.

#include <vector>

namespace zwang::motion {

/// Hairer's test: the last two slopes of a step belong to the same time, and the quotient of their
/// difference and that of the states is about |λ|, the fastest rate. Where dt |λ| is at the border of
/// the region of stability again and again, stability keeps the steps short, not accuracy. Hairer,
/// Wanner, Solving Ordinary Differential Equations II, IV.2.
struct StiffnessTest {
  int strained = 0, calm = 0;  // steps
  bool found = false;

  void note(double dt_lambda, double border) noexcept {
    if (dt_lambda > border) {
      calm = 0;
      found = found || ++strained == 15;
    } else if (++calm == 6) {
      strained = 0;
    }
  }

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("stiffness", 1, x.strained, x.calm, x.found);
  }
};

/// Each method fills in what it has.
struct StepMemory {
  double error_before = 0;  // ode/controller.h
  bool rejected = false;    // the same
  StiffnessTest stiffness;
  std::vector<double> carry;  // what a step rounded off

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("step", 1, x.error_before, x.rejected, x.stiffness, x.carry);
  }
};

}  // namespace zwang::motion
