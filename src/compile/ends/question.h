// SPDX-License-Identifier: Apache-2.0
#pragma once
// A two-ended question becomes formulas with their places: its functional, its ends, its unknowns.

#include <vector>

#include "assemble/assembly.h"

namespace zwang::compile {

struct Question {
  equations::TwoEnds two_ends;
  /// λ, μ, unknowns, and the time; each moves by 1.
  std::vector<formula::Direction> directions;
};

/// The model as a two-ended question takes it: no events, and nothing against drift. Ends on the
/// surface exclude drift, while Baumgarte's terms would blow up what they miss by e^(αT).
Description without_drift(const Description& description);

/// Whether an integrand replaces free motion and forces.
bool has_integrand(const Description& description);

/// Adds all that [extremal] asks for, and complains of what it cannot have. Rows and observables
/// have been added.
Question add_question(Scope& scope, Assembly& assembly, const Names& names,
                      const std::vector<equations::Row>& rows);

}  // namespace zwang::compile
