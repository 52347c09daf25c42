// SPDX-License-Identifier: Apache-2.0
#include "import/findings.h"

#include "base/utf8.h"

namespace zwang::import {

void Findings::complain(std::string_view code, const Source& source, Place place, std::string what,
                        std::string hint) {
  if (complaints_.size() == most) return;
  const Diagnostic diagnostic{code, place, std::move(what), std::move(hint)};
  complaints_.push_back({std::string(code), source.location(place.begin), diagnostic.what,
                         diagnostic.hint, to_text(diagnostic, source.text(), source.name())});
}

void Findings::remark(Remark::Kind kind, const Source& source, Place place, std::string what) {
  remarks_.push_back({kind, std::move(what), source.name(), source.line(place.begin)});
}

std::string printable(std::string_view words) {
  constexpr int longest = 60;  // characters
  std::string result;
  int count = 0;
  for (Index i = 0; i < static_cast<Index>(words.size());) {
    if (++count > longest) return result + "…";
    const Character c = decode(words, i);
    result += encode(c.valid && is_printable(c.code) ? c.code : char32_t{0xFFFD});
    i += c.length;
  }
  return result;
}

std::string in_quotes(std::string_view words) { return "'" + printable(words) + "'"; }

}  // namespace zwang::import
