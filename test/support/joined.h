// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text of parts, some of which are drawn at random: those in braces are made from left to right,
// those of a sum or of a call as each compiler likes.

#include <initializer_list>
#include <string>
#include <string_view>

namespace zwang::test {

inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace zwang::test
