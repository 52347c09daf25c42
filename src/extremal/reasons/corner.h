// SPDX-License-Identifier: Apache-2.0
#pragma once
// Places where a curve would need a corner to be an extremal. Where F jumps, as between two media, its
// derivatives know nothing of it, and the equations are satisfied on either side. But there (Weierstrass
// and Erdmann) F_v must not jump, so that d/dt F_v = F_x + Aᵀλ is summed up here over each interval;
// and what jumps with x must leave F − v·F_v alone, as a ball leaves the step that it rolls down.

#include "extremal/question/question.h"

namespace zwang::extremal {

struct Corner {
  bool found = false;
  double t = 0;
};

/// The largest, if it is more than a solution to this tolerance leaves. For questions with an F.
Corner missing_corner(Question& question, const bvp::Curve& curve, double tolerance);

}  // namespace zwang::extremal
