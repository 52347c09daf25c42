// SPDX-License-Identifier: Apache-2.0
#include "read/lines.h"

#include <algorithm>

#include "base/utf8.h"

namespace zwang::read {

namespace {
constexpr std::uint32_t between_marks = 64;  // characters
}

Index byte_order_mark(std::string_view text) { return text.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

Lines::Lines(std::string_view text) : text_(text), first_{0} {
  for (Index i = byte_order_mark(text); i < static_cast<Index>(text.size());) {
    if (characters_ % between_marks == 0) marks_.push_back(static_cast<std::uint32_t>(i));
    ++characters_;
    const Character c = decode(text, i);
    if (c.code == '\n') first_.push_back(characters_);
    i += c.length;
  }
}

Index Lines::byte(Location at) const {
  const std::size_t line = std::max(at.line, 1);
  if (line > first_.size()) return static_cast<Index>(text_.size());
  const std::uint32_t end = line < first_.size() ? first_[line] - 1 : characters_;
  const auto column = static_cast<std::uint32_t>(std::max(at.column, 1));
  const std::uint32_t number = std::min(first_[line - 1] + column - 1, end);
  if (number == characters_) return static_cast<Index>(text_.size());
  Index byte = marks_[number / between_marks];
  for (std::uint32_t i = number % between_marks; i > 0; --i) byte += decode(text_, byte).length;
  return byte;
}

Index byte_at(std::string_view text, Location at) {
  std::size_t begin = byte_order_mark(text);
  for (int line = 1; line < at.line; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return static_cast<Index>(text.size());
    begin = end + 1;
  }
  const auto end = static_cast<Index>(std::min(text.find('\n', begin), text.size()));
  auto byte = static_cast<Index>(begin);
  for (int i = 1; i < at.column && byte < end; ++i) byte += decode(text, byte).length;
  return byte;
}

}  // namespace zwang::read
