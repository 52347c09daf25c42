// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an extremal is: its action, how well the rows hold along it, and whether it is a minimum.

#include "bvp/collocation/collocation.h"
#include "extremal/answer.h"
#include "extremal/plan.h"
#include "extremal/question/view.h"

namespace zwang::extremal {

/// ∫ F dt along a curve; its p are set.
double action_of(Question& question, const bvp::Curve& curve);

/// Whether fields from the start vanish at the end of a curve that may be no more than nearly an
/// extremal.
bool ends_conjugate(Question& question, const bvp::Curve& curve);

/// Everything but the cross-check.
Found judge(Question& question, const bvp::Solution& solution, const Plan& plan);

}  // namespace zwang::extremal
