// SPDX-License-Identifier: Apache-2.0
#pragma once
// Equations with the rows that others hide.

#include <memory>

#include "api/run/choices.h"
#include "compile/compile.h"
#include "zwang/model.h"

namespace zwang {

/// Null where no row is hidden, as nearly always. A start that misses what rows hide is moved onto it, unless it is to be
/// taken as it is given.
std::unique_ptr<compile::Compiled> with_hidden_rows(const Model& model, RunChoices& choices);

/// " The constraints 'a' and 'b' together hide a condition, which was added."
/// With what the start misses of it, if it does.
std::string hidden_words(const Model& model, const equations::Equations& equations,
                         const State& start);

}  // namespace zwang
