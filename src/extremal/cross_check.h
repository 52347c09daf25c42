// SPDX-License-Identifier: Apache-2.0
#pragma once
// The same extremal by another way in everything: multipliers are eliminated from Euler's equations of
// F + Σ λ φ [XUMK94 4-8], and the ends are met by multiple shooting instead of collocation.

#include "equations/equations.h"
#include "extremal/answer.h"
#include "extremal/plan.h"

namespace zwang::extremal {

/// Fills in what the cross-check found; nothing where the rows depend on each other.
void cross_check(const equations::Equations& equations, const Plan& plan, Found& found);

}  // namespace zwang::extremal
