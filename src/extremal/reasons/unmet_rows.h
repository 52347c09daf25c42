// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows that a solution does not satisfy. It has the second derivatives that they ask for as nearly as
// can be; where rows contradict each other between the ends, that is not enough.

#include "extremal/answer.h"
#include "extremal/question/question.h"

namespace zwang::extremal {

/// None, where the residuals of the curve are what a solution to this tolerance leaves.
Dependent unmet_rows(Question& question, const Found& found, double tolerance);

}  // namespace zwang::extremal
