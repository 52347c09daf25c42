// SPDX-License-Identifier: Apache-2.0
// The nearest name: the restricted Damerau–Levenshtein distance (optimal string alignment), on
// characters without their case.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/diagnostic.h"
#include "base/utf8.h"

namespace zwang {

namespace {

constexpr int longest = 40;    // characters; nobody misspells a longer name by accident
constexpr int most_edits = 3;  // and one in three characters

/// The characters of a short name, small letters for capitals (Latin and Greek).
struct Word {
  std::array<char32_t, longest> at;
  int size = 0;
  bool fits = true;
};

char32_t small(char32_t c) {
  const bool latin = (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
  const bool greek = c >= 0x391 && c <= 0x3A9;
  return latin || greek ? c + 32 : c;
}

Word word(std::string_view name) {
  Word result;
  for (Index i = 0; i < static_cast<Index>(name.size());) {
    const Character c = decode(name, i);
    if (result.size == longest) {
      result.fits = false;
      break;
    }
    result.at[static_cast<std::size_t>(result.size++)] = small(c.code);
    i += c.length;
  }
  return result;
}

int distance(const Word& x, const Word& y) {
  // Rows i − 2, i − 1 and i of the table of distances between beginnings.
  std::array<std::array<int, longest + 1>, 3> rows;
  for (int j = 0; j <= y.size; ++j) rows[0][static_cast<std::size_t>(j)] = j;
  for (int i = 1; i <= x.size; ++i) {
    auto& now = rows[static_cast<std::size_t>(i % 3)];
    const auto& last = rows[static_cast<std::size_t>((i + 2) % 3)];
    const auto& before = rows[static_cast<std::size_t>((i + 1) % 3)];
    now[0] = i;
    for (int j = 1; j <= y.size; ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const int change = x.at[a - 1] == y.at[b - 1] ? 0 : 1;
      now[b] = std::min({last[b] + 1, now[b - 1] + 1, last[b - 1] + change});
      const bool swapped =
          i > 1 && j > 1 && x.at[a - 1] == y.at[b - 2] && x.at[a - 2] == y.at[b - 1];
      if (swapped) now[b] = std::min(now[b], before[b - 2] + 1);
    }
  }
  return rows[static_cast<std::size_t>(x.size % 3)][static_cast<std::size_t>(y.size)];
}

}  // namespace

std::string_view nearest(std::string_view unknown, const std::vector<std::string>& known) {
  const Word wanted = word(unknown);
  if (!wanted.fits) return {};
  int least = most_edits + 1;
  std::string_view found;
  for (const std::string& name : known) {
    const Word candidate = word(name);
    if (!candidate.fits || std::abs(candidate.size - wanted.size) >= least) continue;
    const int edits = distance(wanted, candidate);
    const bool near = 3 * edits <= std::max(wanted.size, candidate.size);
    if (!near || edits >= least) continue;
    least = edits;
    found = name;
  }
  return found;
}

namespace {

struct Synonym {
  std::string_view theirs, ours;
};

// What other programs and textbooks call our joints.
constexpr Synonym synonyms[] = {
    {"revolute", "hinge"},       {"pin", "hinge"},
    {"prismatic", "slider"},     {"slide", "slider"},
    {"cylindrical", "cylinder"}, {"helical", "screw"},
    {"cardan", "universal"},     {"spherical", "ball"},
    {"floating", "free"},        {"weld", "fixed"},
    {"rigid", "fixed"},
};

std::string_view synonym(std::string_view unknown, const std::vector<std::string>& known) {
  for (const Synonym& one : synonyms)
    if (one.theirs == unknown && std::find(known.begin(), known.end(), one.ours) != known.end())
      return one.ours;
  return {};
}

}  // namespace

std::string advice(std::string_view unknown, const std::vector<std::string>& known) {
  std::string_view near = synonym(unknown, known);
  if (near.empty()) near = nearest(unknown, known);
  if (!near.empty()) return "did you mean '" + std::string(near) + "'?";
  std::string list = "one of ";
  for (const std::string& word : known) list += (&word == known.data() ? "" : ", ") + word;
  return list;
}

}  // namespace zwang
