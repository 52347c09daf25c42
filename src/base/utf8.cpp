// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <array>

namespace zwang {

Character decode(std::string_view text, Index at) noexcept {
  const auto byte = [&](Index i) {
    return static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
  };
  const unsigned first = byte(at);
  if (first < 0x80) return {first, 1, true};

  // How many bytes the first one announces, and the least code that needs so many.
  const Index length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4 || at + length > static_cast<Index>(text.size())) return {};

  char32_t code = first & (0x7Fu >> length);
  for (Index i = 1; i < length; ++i) {
    const unsigned next = byte(at + i);
    if ((next & 0xC0u) != 0x80u) return {};
    code = code << 6 | (next & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < least[static_cast<std::size_t>(length)] || code > 0x10FFFF || surrogate) return {};
  return {code, length, true};
}

std::string encode(char32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80u | (code >> shift & 0x3Fu)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0u | code >> 6), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0u | code >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0u | code >> 18), tail(12), tail(6), tail(0)};
}

bool is_printable(char32_t code) noexcept {
  struct Range {
    char32_t first, last;
  };
  static constexpr std::array<Range, 14> hidden = {{
      {0x0000, 0x001F},    // controls
      {0x007F, 0x009F},    // delete and more controls
      {0x00AD, 0x00AD},    // soft hyphen
      {0x0300, 0x036F},    // accents on the character before
      {0x061C, 0x061C},    // direction
      {0x200B, 0x200F},    // no width, direction
      {0x2028, 0x202E},    // line and paragraph ends, direction
      {0x2060, 0x206F},    // no width, direction
      {0x20D0, 0x20FF},    // accents
      {0xD800, 0xDFFF},    // no characters
      {0xFE00, 0xFE0F},    // variants of the character before
      {0xFEFF, 0xFEFF},    // byte order mark
      {0xFFF0, 0xFFFB},    // anchors of annotations
      {0xE0000, 0xE0FFF},  // tags
  }};
  for (const Range& range : hidden)
    if (code >= range.first && code <= range.last) return false;
  return code <= 0x10FFFF;
}

}  // namespace zwang
