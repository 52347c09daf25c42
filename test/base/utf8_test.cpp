// SPDX-License-Identifier: Apache-2.0
// Every character reads back, and what is no character is one bad byte.

#include "base/utf8.h"

#include <gtest/gtest.h>

namespace zwang {
namespace {

TEST(Utf8, EveryCharacterReadsBack) {
  Index lengths[5] = {};
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code < 0xE000) continue;
    const std::string bytes = encode(code);
    const Character c = decode(bytes, 0);
    if (!c.valid || c.code != code || c.length != static_cast<Index>(bytes.size()))
      FAIL() << "U+" << std::hex << static_cast<unsigned>(code);
    ++lengths[c.length];
  }
  // The code points below 2⁷, 2¹¹, 2¹⁶ (surrogates left out) and U+110000, less those before.
  EXPECT_EQ(lengths[1], 0x80);
  EXPECT_EQ(lengths[2], 0x800 - 0x80);
  EXPECT_EQ(lengths[3], 0x10000 - 0x800 - 0x800);
  EXPECT_EQ(lengths[4], 0x110000 - 0x10000);
}

TEST(Utf8, OfTwoBytesOnlyTheShortFormsAreValid) {
  int valid = 0;
  for (int first = 0x80; first < 0x100; ++first)
    for (int second = 0; second < 0x100; ++second) {
      const char bytes[] = {static_cast<char>(first), static_cast<char>(second)};
      const Character c = decode({bytes, 2}, 0);
      if (c.valid) ++valid;
      if (!c.valid) EXPECT_EQ(c.length, 1);
    }
  EXPECT_EQ(valid, 0x800 - 0x80);
}

TEST(Utf8, OverlongSurrogateTooLargeAndCutFormsAreBadBytes) {
  for (const std::string_view text :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80",
        "\xED\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\x80", "\xC3", "\xE2\x88",
        "\xF0\x9F\x98", "\xE2\x88x", "\xC3("}) {
    const Character c = decode(text, 0);
    EXPECT_FALSE(c.valid) << text.size();
    EXPECT_EQ(c.length, 1);
    EXPECT_EQ(c.code, 0xFFFDu);
  }
}

TEST(Utf8, TerminalsGetNothingThatIsNotSeen) {
  for (const char32_t code : {U'\0', U'\x1B', U'\x7F', U'\x9B', U'\u200B', U'\u202E', U'\u2066',
                              U'\uFEFF', U'\u0301', U'\u2028'})
    EXPECT_FALSE(is_printable(code)) << "U+" << std::hex << static_cast<unsigned>(code);
  for (const char32_t code : {U'a', U' ', U'~', U'é', U'θ', U'−', U'…', U'\uFFFD', U'語'})
    EXPECT_TRUE(is_printable(code)) << "U+" << std::hex << static_cast<unsigned>(code);
}

}  // namespace
}  // namespace zwang
