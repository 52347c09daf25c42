// SPDX-License-Identifier: Apache-2.0
#pragma once
// How fields leave the start, where ends may move. If no condition joins both ends, those that
// satisfy the conditions of the start are a Lagrangian plane, and where they vanish is a focal point.
// If one does, fields leave a start that is fixed, and those that move it are kept beside them.

#include "variation/fields/lagrangian_plane.h"

namespace zwang::variation {

/// Combinations of columns (of length `width`) on which the rows vanish: the free ones.
RowSpace allowed_by(const std::vector<double>& rows, Index width,
                    const std::vector<double>& columns);

/// Fills plan.start, adds to plan.others; the plane is at the start. `focal` as in JacobiResult.
/// False: no numbers, or conditions that depend on each other.
bool leave_start(LagrangianPlane& plane, JacobiPlan& plan, bool& focal);

}  // namespace zwang::variation
