// SPDX-License-Identifier: Apache-2.0
#pragma once
// Curves followed while something changes: from short ways to the whole one, along which what pulls
// at a curve is small at first and the curve nearly straight; or from other values of parameters.

#include "extremal/attempt.h"

namespace zwang::extremal {

struct Continued {
  bvp::Solution solution;    // where it ended
  double reached = 0;        // the part of the way, 1: all of it
  bool turned_back = false;  // ended because neighbours no longer exist, at `reached`
};

/// Where a parameter stands on its way: over magnitudes in even ratios, where both values allow it.
double value_between(double begin, double end, double sigma);

/// In the end time. Only for questions whose ends and rows do not know the time.
Continued continue_in_time(Attempt& attempt);

/// In the ends: from a curve that satisfies the equations but misses the ends, which come nearer and
/// nearer to where they should be. On a coarse mesh, and not solved to any tolerance.
Continued continue_in_ends(Attempt& attempt, bvp::Curve curve);

/// In parameters, from the values that the plan says.
Continued continue_in_parameters(Attempt& attempt);

}  // namespace zwang::extremal
