// SPDX-License-Identifier: Apache-2.0
#pragma once
// The equations of motion of a model as the papers print them: M, Q, A, b as formulas, and for
// small models the explicit accelerations, multipliers and forces of the constraints.

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "derive/language.h"
#include "scope/scope.h"

namespace zwang::deriving {

struct Derivation {
  std::string page;
  std::vector<Diagnostic> diagnostics;  // empty: the page is complete
};

/// Of a model whose names have been read; its graph grows. Small is: at most three rows, and a mass matrix that is diagonal or of at most three coordinates.
/// Formulas are those away from the edges of their domains (where a root is not 0).
Derivation derive(compile::Scope& scope, Language language);
Derivation derive(const Description& description, Language language);

}  // namespace zwang::deriving
