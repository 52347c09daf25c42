// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows on rates, and integrals beside them, that depend on each other, or decide where a curve can end
// that leaves a fixed start.

#include "extremal/answer.h"
#include "extremal/question/question.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// Along a trial curve; p are set, those of the first guess.
Dependent dependent_velocity_rows(Question& question, const variation::Functional& functional);

}  // namespace zwang::extremal
