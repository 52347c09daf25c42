// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic.h"

#include <algorithm>

#include "base/utf8.h"

namespace zwang {

namespace {

constexpr Index shown_columns = 96;  // of a line; what is longer is cut
constexpr Index before_place = 40;   // columns kept before the place in a cut line

/// A line of the text, as bytes, and the place in it.
struct Line {
  Index number = 1, begin = 0, end = 0;
};

Line line_at(std::string_view text, Index at) {
  Line line;
  for (Index i = 0; i < at; ++i) {
    if (text[static_cast<std::size_t>(i)] != '\n') continue;
    ++line.number;
    line.begin = i + 1;
  }
  const std::size_t stop = text.find('\n', static_cast<std::size_t>(at));
  line.end =
      stop == std::string_view::npos ? static_cast<Index>(text.size()) : static_cast<Index>(stop);
  if (line.end > line.begin && text[static_cast<std::size_t>(line.end - 1)] == '\r') --line.end;
  return line;
}

Index columns(std::string_view text, Index begin, Index end) {
  Index count = 0;
  for (Index i = begin; i < end; i += decode(text, i).length) ++count;
  return count;
}

/// Goes back `count` characters from byte `at`, not before `begin`. A character has three
/// continuation bytes at most, whatever the text claims.
Index back(std::string_view text, Index begin, Index at, Index count) {
  const auto continues = [&](Index i) {
    return (static_cast<unsigned char>(text[static_cast<std::size_t>(i)]) & 0xC0u) == 0x80u;
  };
  for (; count > 0 && at > begin; --count) {
    --at;
    for (int more = 0; more < 3 && at > begin && continues(at); ++more) --at;
  }
  return at;
}

/// Bytes begin … end as a terminal may be given them, `count` characters at most.
std::string shown(std::string_view text, Index begin, Index end, Index count, Index* stopped) {
  std::string result;
  Index i = begin;
  for (; i < end && count > 0; --count) {
    const Character c = decode(text, i);
    if (c.code == '\t') {
      result += ' ';
    } else {
      result += encode(c.valid && is_printable(c.code) ? c.code : char32_t{0xFFFD});
    }
    i += c.length;
  }
  *stopped = i;
  return result;
}

}  // namespace

std::string to_text(const Diagnostic& diagnostic, std::string_view text, std::string_view source) {
  const Index size = static_cast<Index>(text.size());
  const Index at = std::clamp<Index>(diagnostic.place.begin, 0, size);
  const Line line = line_at(text, at);
  const Index column = columns(text, line.begin, at);

  std::string result(source);
  if (!source.empty()) result += ':';
  result += std::to_string(line.number) + ':' + std::to_string(column + 1) + ": ";
  result += diagnostic.code;
  result += ": " + diagnostic.what + '\n';

  const bool cut =
      column + columns(text, at, std::min(line.end, at + 4 * shown_columns)) > shown_columns;
  const Index from = cut ? back(text, line.begin, at, before_place) : line.begin;
  Index to = 0;
  result += from > line.begin ? "  …" : "  ";
  result += shown(text, from, line.end, shown_columns, &to);
  result += to < line.end ? "…\n" : "\n";

  const Index before = columns(text, from, at) + (from > line.begin ? 1 : 0);
  const Index stop = std::min(at + std::max<Index>(diagnostic.place.length, 0), to);
  const Index carets = std::max<Index>(columns(text, at, stop), 1);
  result += "  " + std::string(static_cast<std::size_t>(before), ' ');
  result += std::string(static_cast<std::size_t>(carets), '^') + '\n';
  if (!diagnostic.hint.empty()) result += "  hint: " + diagnostic.hint + '\n';
  return result;
}

}  // namespace zwang
