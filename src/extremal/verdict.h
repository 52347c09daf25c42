// SPDX-License-Identifier: Apache-2.0
#pragma once
// The verdict on an extremal: its action, how well the rows hold along it, whether it is a minimum, and
// whether another way finds the same.

#include "bvp/collocation/collocation.h"
#include "equations/equations.h"
#include "extremal/answer.h"
#include "extremal/plan.h"
#include "extremal/question/view.h"
#include "variation/fields/jacobi_plan.h"

namespace zwang::extremal {

// The index of an extremal: in how many directions the action falls (of a maximum: grows), of all that
// the ends allow. Counted twice, from numbers that have nothing in common: by fields, and by the
// second variation of the discrete action.

/// What fields along a curve of this question need to know; its p are set.
variation::JacobiPlan plan_for(const Question& question, const bvp::Bvp& bvp,
                               const variation::Functional& functional, const bvp::Curve& curve,
                               double tolerance);

/// Fills in both counts, and where fields vanish. plan.sign is Legendre's.
void count_index(Question& question, View& view, const variation::JacobiPlan& plan, Found& found);

// What an extremal is: its action, how well the rows hold along it, and whether it is a minimum.

/// ∫ F dt along a curve; its p are set.
double action_of(Question& question, const bvp::Curve& curve);

/// Whether fields from the start vanish at the end of a curve that may be no more than nearly an
/// extremal.
bool ends_conjugate(Question& question, const bvp::Curve& curve);

/// Everything but the cross-check.
Found judge(Question& question, const bvp::Solution& solution, const Plan& plan);

// The same extremal by another way in everything: multipliers are eliminated from Euler's equations of
// F + Σ λ φ [XUMK94 4-8], and the ends are met by multiple shooting instead of collocation.

/// Fills in what the cross-check found; nothing where the rows depend on each other.
void cross_check(const equations::Equations& equations, const Plan& plan, Found& found);

}  // namespace zwang::extremal
