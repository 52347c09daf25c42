// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why no extremal was found, where that can be told: an end at which F_vv is singular, conditions that
// depend on each other whatever the curve. Looked for only then, and along curves that are bent in
// every direction: on straight ones many things vanish by accident.

#include "extremal/answer.h"
#include "extremal/attempt.h"

namespace zwang::extremal {

/// Changes answer.failure where something else is to blame.
void explain(Attempt& attempt, Answer& answer);

}  // namespace zwang::extremal
