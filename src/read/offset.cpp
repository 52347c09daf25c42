// SPDX-License-Identifier: Apache-2.0
#include "read/offset.h"

#include <algorithm>

#include "read/lines.h"

namespace zwang::read {

namespace {

/// Bytes that the formula and the file at `begin` have in common. An escape begins with a backslash,
/// which no formula contains, so the first difference is where the file begins to write otherwise. In a
/// member of a family digits stand where the file has the letters of an index: no difference.
Index shared(std::string_view file, Index begin, std::string_view formula) {
  const std::string_view written = file.substr(begin);
  const auto same = [](char x, char y) {
    const bool letter = (y >= 'a' && y <= 'z') || (y >= 'A' && y <= 'Z');
    return x == y || (x >= '0' && x <= '9' && letter);
  };
  const auto end =
      std::mismatch(formula.begin(), formula.end(), written.begin(), written.end(), same);
  return end.first - formula.begin();
}

}  // namespace

Index offset_in_file(std::string_view file, const Expression& formula, Index offset) {
  return place_in_file(file, formula, {offset, 0}).begin;
}

Place place_in_file(std::string_view file, const Expression& formula, Place place) {
  const Index begin = byte_at(file, formula.at);
  const Index same = shared(file, begin, formula.text);
  if (place.begin < 0 || place.begin > same) return {begin, 0};
  return {begin + place.begin, std::clamp<Index>(place.length, 0, same - place.begin)};
}

}  // namespace zwang::read
