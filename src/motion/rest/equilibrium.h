// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rest: a state on the constraints, v = 0, from which nothing moves.

#include "flow/project.h"
#include "motion/rest/rest.h"

namespace zwang::motion {

/// The equilibrium near (t, q), whose q lies on the constraints; moves q there and makes v zero.
/// Newton's method on the constraints goes to the one whose basin q is in, be it stable or not.
/// Where that one is unstable, or none is found, the system is let go as well, losing its motion
/// whenever it slows down, until it rests; the nearer of the two, in the metric of M, is taken. The
/// equations must have their tangent. With contacts and friction see motion/contact_rest.h.
Equilibrium find_equilibrium(RightSide& side, Projector& projector, double t, double* q, double* v);

}  // namespace zwang::motion
