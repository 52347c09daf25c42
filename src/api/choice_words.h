// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options of a call beside what the model says. All throw InputError that names the option.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/words/word.h"

namespace zwang {

/// The option, which must be from 1e-15 to 0.1, else the model's, else 1e-9.
double chosen_tolerance(const std::optional<double>& option, double of_model);

/// The word of the call, which must be known, else the model's, which is.
std::string_view chosen_word(const std::optional<std::string>& option, std::string_view of_model,
                             const char* argument, std::span<const words::Word> known);

}  // namespace zwang
