// SPDX-License-Identifier: Apache-2.0
#pragma once
// To where the residuals of rows that cannot all hold are least: Levenberg and Marquardt's method on
// Σ W_i φ_i². For questions that are asked before a motion begins: it allocates.

#include <vector>

#include "flow/right_side.h"

namespace zwang::motion {

/// Moves q for the rows' φ, or v for their φ̇ (`rate`), from a state nearby.
void settle(RightSide& side, const std::vector<Index>& rows, bool rate, double t, double* q,
            double* v);

}  // namespace zwang::motion
