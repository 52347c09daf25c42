// SPDX-License-Identifier: Apache-2.0
#pragma once
// λ of velocity rows and μ of integrals for a curve that is no extremal yet: those for which Euler's
// equations and the natural conditions are met best. Both are linear in them.

#include "extremal/question/question.h"

namespace zwang::extremal {

/// Fills λ into the points of the curve, and μ into its p.
void guess_multipliers(Question& question, bvp::Curve& curve);

}  // namespace zwang::extremal
