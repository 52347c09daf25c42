// SPDX-License-Identifier: Apache-2.0
#pragma once
// Integrals of which one follows from the others and the ends, whatever the curve.

#include "extremal/answer.h"
#include "extremal/question/question.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// Along a trial curve: what each integral gains by a bend of it, G_x − d/dt G_v in the directions that
/// rows leave free, is a combination of what the others gain; or nothing. p are set, those of the
/// first guess.
Dependent dependent_integrals(Question& question, const variation::Functional& functional);

}  // namespace zwang::extremal
