// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which characters names are made of, and which characters only look like what formulas use.

#include <string_view>

namespace zwang::formula {

/// Letters of names: Latin and Greek.
bool is_letter(char32_t code) noexcept;

/// A letter or `_`, then letters, digits, `_`.
bool is_name(std::string_view text) noexcept;

/// What to write instead of a character that formulas do not use ("write - for minus"), or nothing.
std::string_view advice(char32_t code) noexcept;

}  // namespace zwang::formula
