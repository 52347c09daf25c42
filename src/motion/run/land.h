// SPDX-License-Identifier: Apache-2.0
#pragma once
// The step at hand is made to end where something happens. Dense output has found it; steps that end
// there are more accurate, and move it by a little.

#include <cmath>
#include <limits>
#include <utility>

#include "hybrid/hybrid.h"
#include "motion/run/candidate.h"

namespace zwang::motion {

/// Moves the crossing to where the step then ends. `hybrid` is asked only for crossings that have a
/// slope. False: no such step could be taken, and `shorter` is what to try, if it is positive.
template <class Stepper>
bool land(Candidate<Stepper>& step, Hybrid* hybrid, Crossing& crossing, double& shorter) {
  const double t0 = step.course.t, whole = step.t - t0;
  double before = 0, other = crossing.t;
  for (int round = 0; round < 4; ++round) {
    const double dt = crossing.t - t0;
    if (ode::too_small(t0, dt)) {  // it is where the step began
      step.stand_still();
      return true;
    }
    const double error = step.attempt(dt, crossing.t);
    if (!(error < std::numeric_limits<double>::infinity() && step.find_rate())) {
      shorter = 0.25 * dt;
      return false;
    }
    step.forget_within();
    if (crossing.grazes || crossing.lost || crossing.slope == 0) break;
    const double left = hybrid->locator.value(crossing.first, step.t, step.end.data());
    // A formula that jumps has no slope there: back to where it was found.
    if (round > 0 && !(std::abs(left) < std::abs(before))) {
      if (round == 3) break;
      std::swap(crossing.t, other);
      crossing.slope = 0;
      continue;
    }
    before = left;
    other = crossing.t;
    const double nearer = crossing.t - left / crossing.slope;
    if (!(std::abs(nearer - crossing.t) < 1e-3 * whole) || nearer == crossing.t) break;
    if (!(nearer > t0) || round > 1) break;
    crossing.t = nearer;
  }
  return step.find_rate();  // what was asked of the numbers since has left others behind
}

}  // namespace zwang::motion
