// SPDX-License-Identifier: Apache-2.0
#pragma once
// The index of an extremal: in how many directions the action falls (of a maximum: grows), of all that
// the ends allow. Counted twice, from numbers that have nothing in common: by fields, and by the
// second variation of the discrete action.

#include "extremal/answer.h"
#include "extremal/question/view.h"
#include "variation/fields/jacobi_plan.h"

namespace zwang::extremal {

/// What fields along a curve of this question need to know; its p are set.
variation::JacobiPlan plan_for(const Question& question, const bvp::Bvp& bvp,
                               const variation::Functional& functional, const bvp::Curve& curve,
                               double tolerance);

/// Fills in both counts, and where fields vanish. plan.sign is Legendre's.
void count_index(Question& question, View& view, const variation::JacobiPlan& plan, Found& found);

}  // namespace zwang::extremal
