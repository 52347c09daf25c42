// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a two-ended question to its extremals.

#include "equations/equations.h"
#include "extremal/answer.h"
#include "extremal/plan.h"

namespace zwang::extremal {

/// The equations must have been compiled with their two ends.
Answer find(const equations::Equations& equations, const Plan& plan);

}  // namespace zwang::extremal
