// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the written system over (q, X), in which formulas know points and axes of bodies as three
// coordinates more each, to the one over q alone. What `written` must be:
//
//   n           n + 3·frames coordinates: the true ones first (scalars, particles, then the joints'
//               coordinates, which begin at solids.first), then three for each of solids.frames
//   q_slots     of all of them; v_slots[i] == q_slots[i] + 1, the acceleration behind it
//   layout      of the arrays over all of them
//   rows        as they are, norm rows among them, which are formulas over e and e' like any other
//   q, v        of the true coordinates (n; what is behind is cut)
//
// A force on a body's point is a Q along that point's X; a torque is a Q along X of its omega.
// A mass along X is allowed, but then the recursions do not solve the instant.

#include "equations/equations.h"

namespace zwang::equations {

/// Lays out the reduced arrays behind the written ones. Of `solids` these are given: tree, first,
/// frames.
Equations reduce(Equations written, Solids solids);

}  // namespace zwang::equations
