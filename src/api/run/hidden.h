// SPDX-License-Identifier: Apache-2.0
#pragma once
// Equations with the rows that others hide.

#include <memory>

#include "api/run/choices.h"
#include "compile/compile.h"
#include "zwang/model.h"

namespace zwang {

/// Null where no row is hidden, as nearly always.
std::unique_ptr<compile::Compiled> with_hidden_rows(const Model& model, const RunChoices& choices);

/// " The constraints 'a' and 'b' together hide a condition, which was added."
/// With what the start misses of it, if it does.
std::string hidden_words(const Model& model, const equations::Equations& equations,
                         const State& start);

}  // namespace zwang
