// SPDX-License-Identifier: Apache-2.0
#include "cli/shown.h"

#include <algorithm>
#include <array>

namespace cli {

namespace {

struct Sequence {
  std::string_view first, last;  // of the same length, in UTF-8
};

constexpr std::array<Sequence, 7> obeyed = {{
    {std::string_view("\x00", 1), "\x1F"},  // controls
    {"\x7F", "\x7F"},                       // delete
    {"\xC2\x80", "\xC2\x9F"},               // more controls
    {"\xD8\x9C", "\xD8\x9C"},               // marks of direction
    {"\xE2\x80\x8E", "\xE2\x80\x8F"},       // the same
    {"\xE2\x80\xA8", "\xE2\x80\xAE"},       // ends of lines, overrides of direction
    {"\xE2\x81\xA6", "\xE2\x81\xA9"},       // isolates of direction
}};

}  // namespace

std::string shown(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto* const found = std::find_if(obeyed.begin(), obeyed.end(), [&](const Sequence& s) {
      const std::string_view here = text.substr(0, s.first.size());
      return here.size() == s.first.size() && s.first <= here && here <= s.last;
    });
    const bool is_space = text.front() == '\n' || text.front() == '\t';
    if (is_space) {
      result += ' ';
    } else if (found == obeyed.end()) {
      result += text.front();
    } else {
      result += "\uFFFD";
    }
    text.remove_prefix(found == obeyed.end() ? 1 : found->first.size());
  }
  return result;
}

std::string shown_lines(std::string_view text) {
  std::string result;
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    result += shown(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return result + shown(text);
}

}  // namespace cli
