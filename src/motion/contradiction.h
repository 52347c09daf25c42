// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether rows that no state satisfies fight everywhere, or only here.

#include "motion/right_side.h"

namespace zwang::motion {

/// At a state that misses the rows by as little as can be. True where they are as dependent in states
/// around it: a frame with one bar too many and too long, which is so wherever it goes, and has a
/// motion in the sense of least squares. False where they are dependent in this pose alone: a
/// linkage that would have to be longer than it is.
bool contradicts_everywhere(RightSide& side, double t, const double* q, const double* v);

}  // namespace zwang::motion
