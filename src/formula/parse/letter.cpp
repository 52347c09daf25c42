// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/letter.h"

#include <array>

#include "base/utf8.h"

namespace zwang::formula {

bool is_letter(char32_t c) noexcept {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if (c == 0xB5) return true;                                  // the micro sign: µ
  if (c >= 0xC0 && c <= 0x24F) return c != 0xD7 && c != 0xF7;  // Latin, without × and ÷
  if (c < 0x370 || c > 0x3FF) return false;                    // Greek and Coptic, without
  if (c == 0x375 || c == 0x378 || c == 0x379 || c == 0x37E) return false;  // its marks and gaps
  if (c >= 0x380 && c <= 0x385) return false;
  return c != 0x387 && c != 0x38B && c != 0x38D && c != 0x3A2 && c != 0x3F6;
}

bool is_name(std::string_view text) noexcept {
  for (Index i = 0; i < static_cast<Index>(text.size());) {
    const Character c = decode(text, i);
    const bool digit = i > 0 && c.code >= '0' && c.code <= '9';
    if (!c.valid || !(is_letter(c.code) || c.code == '_' || digit)) return false;
    i += c.length;
  }
  return !text.empty();
}

namespace {

struct Advice {
  char32_t first, last;
  std::string_view words;
};

constexpr Advice table[] = {
    {'"', '"', "for a second derivative, write two apostrophes: x''"},
    {'!', '!', "write 'not', or '!=' for 'is not equal'"},
    {'%', '%', "for the remainder, write mod(a, b)"},
    {'&', '&', "write 'and'"},
    {'`', '`', "for a derivative, write an apostrophe: x'"},
    {'{', '{', "group with ( and )"},
    {'|', '|', "write 'or'; for a magnitude, abs(x) or norm(v)"},
    {'}', '}', "group with ( and )"},
    {0xA0, 0xA0, "write a plain space"},
    {0xB2, 0xB3, "write a power with ^, as in x^2"},
    {0xB4, 0xB4, "for a derivative, write an apostrophe: x'"},
    {0xB7, 0xB7, "write * for a product"},
    {0xB9, 0xB9, "write a power with ^, as in x^2"},
    {0xD7, 0xD7, "write * for a product, cross(u, v) for the product of vectors"},
    {0xF7, 0xF7, "write / for a quotient"},
    {0x307, 0x308, "for a derivative, write apostrophes: x' or x''"},
    {0x3C0, 0x3C0, "write pi"},
    {0x1E8A, 0x1E8F, "for a derivative, write apostrophes: x' or x''"},
    {0x2000, 0x200A, "write a plain space"},
    {0x2010, 0x2015, "write - for minus"},
    {0x2018, 0x2019, "for a derivative, write an apostrophe: x'"},
    {0x201C, 0x201D, "for a second derivative, write two apostrophes: x''"},
    {0x2022, 0x2022, "write * for a product"},
    {0x2026, 0x2026, "write two dots, as in 1..5"},
    {0x202F, 0x202F, "write a plain space"},
    {0x2032, 0x2032, "for a derivative, write an apostrophe: x'"},
    {0x2033, 0x2033, "for a second derivative, write two apostrophes: x''"},
    {0x2044, 0x2044, "write / for a quotient"},
    {0x2070, 0x2079, "write a power with ^, as in x^2"},
    {0x207B, 0x207B, "write a power with ^, as in x^-1"},
    {0x2080, 0x2089, "write a plain digit, as in x1 or x_1"},
    {0x2126, 0x2126, "write the Greek letter Ω"},
    {0x2206, 0x2206, "write the Greek letter Δ"},
    {0x2211, 0x2211, "write sum(i in 1..N, ...)"},
    {0x2212, 0x2212, "write - for minus"},
    {0x2215, 0x2215, "write / for a quotient"},
    {0x2217, 0x2217, "write * for a product"},
    {0x2219, 0x2219, "write * for a product"},
    {0x221A, 0x221A, "write sqrt(x) for a root"},
    {0x2227, 0x2227, "write 'and'"},
    {0x2228, 0x2228, "write 'or'"},
    {0x2248, 0x2248, "write ="},
    {0x2260, 0x2260, "write !="},
    {0x2264, 0x2264, "write <="},
    {0x2265, 0x2265, "write >="},
    {0x2266, 0x2266, "write <="},
    {0x2267, 0x2267, "write >="},
    {0x22C5, 0x22C5, "write * for a product, dot(u, v) for the product of vectors"},
    {0x2A7D, 0x2A7D, "write <="},
    {0x2A7E, 0x2A7E, "write >="},
    {0x3000, 0x3000, "write a plain space"},
};

}  // namespace

std::string_view advice(char32_t code) noexcept {
  for (const Advice& entry : table)
    if (code >= entry.first && code <= entry.last) return entry.words;
  return {};
}

}  // namespace zwang::formula
