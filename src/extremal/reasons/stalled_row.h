// SPDX-License-Identifier: Apache-2.0
#pragma once
// Velocity rows that say nothing at an end: 0.5*(x'^2 + y'^2) = -g*y from y = 0 lets nothing move there,
// and at rest its gradient by the rates is zero.

#include "extremal/answer.h"
#include "extremal/question/question.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// The first such row, at an end that is fixed. The guess tells which rates to begin with; its p are set.
Stalled stalled_row(const Question& question, const variation::Functional& functional,
                    const bvp::Curve& guess);

}  // namespace zwang::extremal
