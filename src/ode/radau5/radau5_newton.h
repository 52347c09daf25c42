// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stages of radau5: guessed from the last step, then found by Newton's iteration.

#include "ode/radau5/radau5.h"

namespace zwang::ode {

/// Z and W ← the last step's polynomial, continued, or zero where there is none or it is far too short.
void guess_stages(Radau5& step, Radau5Memory& memory) noexcept;

/// Iterates from there.
Outcome solve_stages(Radau5& step, Radau5Memory& memory, const System& f, double relative) noexcept;

}  // namespace zwang::ode
