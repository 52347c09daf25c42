// SPDX-License-Identifier: Apache-2.0
#pragma once
// Characters of a text in UTF-8, for texts that may not be what they claim.

#include <string>
#include <string_view>

#include "base/index.h"

namespace zwang {

/// One character and how many bytes it takes. Where the bytes are no character, the first of them
/// stands alone: length 1, code U+FFFD, not valid.
struct Character {
  char32_t code = 0xFFFD;
  Index length = 1;
  bool valid = false;
};

/// The character that begins at byte `at` < text.size(). Overlong forms, surrogates and codes above
/// U+10FFFF are not valid.
Character decode(std::string_view text, Index at) noexcept;

/// The bytes of a character.
std::string encode(char32_t code);

/// Whether a terminal shows the character as one mark in its place: no control characters, nothing
/// of no width, nothing that changes the direction of writing.
bool is_printable(char32_t code) noexcept;

}  // namespace zwang
