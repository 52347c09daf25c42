// SPDX-License-Identifier: Apache-2.0
#pragma once
// The choice of a method, and what speaks against one.

#include <string>

#include "motion/right_side.h"
#include "motion/run/run_plan.h"

namespace zwang::motion {

struct Choice {
  Stepper stepper;
  const char* why;  // a sentence for the user
};

/// Radau5 where the linear equations at the start have a mode that decays 3000 times or more within
/// the run and 20 times faster than the fastest oscillation or growth; else dopri853, or dopri5 where
/// the tolerance is 1e-5 or looser. Stiffness is looked for only where the equations have their tangent
/// and at most 100 coordinates.
Choice choose(RightSide& side, const RunOptions& options);

/// Why the method does not take these equations, a sentence; empty where it does.
std::string why_not(Stepper stepper, const equations::Equations& equations);

}  // namespace zwang::motion
