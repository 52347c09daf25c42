// SPDX-License-Identifier: Apache-2.0
#include "read/complaints.h"

#include <algorithm>

#include "base/utf8.h"

namespace zwang::read {

void Complaints::keep_first() {
  std::stable_sort(
      diagnostics_.begin(), diagnostics_.end(),
      [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
  if (diagnostics_.size() <= most) return;
  diagnostics_.resize(most);
  last_ = diagnostics_.back().place.begin;
}

void Complaints::add(std::string_view code, Place place, std::string what, std::string hint) {
  if (!wants(place)) return;
  diagnostics_.push_back({code, place, std::move(what), std::move(hint)});
  // Sections are not read in the order of the file, so any of the next may still be the first. A
  // file of errors must not need more memory than that.
  if (diagnostics_.size() >= 10 * most) keep_first();
}

std::vector<Diagnostic> Complaints::take() {
  keep_first();
  return std::move(diagnostics_);
}

namespace {

std::string shown(std::string_view words, Index most_characters) {
  std::string result;
  for (Index i = 0, count = 0; i < static_cast<Index>(words.size()); ++count) {
    if (count == most_characters) return result + "…";
    const Character c = decode(words, i);
    result += encode(c.valid && is_printable(c.code) ? c.code : char32_t{0xFFFD});
    i += c.length;
  }
  return result;
}

}  // namespace

std::string shown(std::string_view words) { return shown(words, static_cast<Index>(words.size())); }

std::string in_quotes(std::string_view words) {
  constexpr Index longest = 40;  // characters
  return '\'' + shown(words, longest) + '\'';
}

}  // namespace zwang::read
