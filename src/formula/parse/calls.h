// SPDX-License-Identifier: Apache-2.0
#pragma once
// What functions make of their arguments.

#include <span>

#include "formula/operand.h"
#include "formula/parse/token.h"
#include "formula/parse/words.h"

namespace zwang::formula {

/// `word` applied to arguments. `name` is where the function's name stands, `end` where its closing
/// parenthesis ends.
Operand call(Context& context, const Word& word, const Token& name,
             std::span<const Operand> arguments, std::uint32_t end);

/// [a, b] or [a, b, c].
Operand make_vector(Context& context, std::span<const Operand> components, std::uint32_t begin,
                    std::uint32_t end);

}  // namespace zwang::formula
