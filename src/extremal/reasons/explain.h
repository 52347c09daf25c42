// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why no extremal was found, where that can be told: an end at which F_vv is singular, conditions that
// depend on each other whatever the curve. Looked for only then, and along curves that are bent in
// every direction: on straight ones many things vanish by accident.

#include "extremal/answer.h"
#include "extremal/attempt.h"

namespace zwang::extremal {

/// Multipliers that no formula is likely to contain, for the guess's own may be zero, and F_vv with them
/// where rows or integrals bring it.
void take_any_multipliers(Question& question, bvp::Curve& guess);

/// Whether F_vv has both signs on the constraints at the ends. True: at one of them only, so that it
/// is singular on the way unless the rates, which are guessed here, make up for it.
bool changes_sign(Question& question, Answer& answer);

/// Changes answer.failure where something else is to blame.
void explain(Attempt& attempt, Answer& answer);

}  // namespace zwang::extremal
