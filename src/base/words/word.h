// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words of model files and options: one table for each thing that is chosen by a word. The
// reader, the faces, the schema and the guide all have their words from these tables.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::words {

struct Word {
  int value = 0;              // of the enumeration
  std::string_view word;      // as files and options write it
  std::string_view sentence;  // what is chosen by it
};

template <class Choice>
constexpr Word word(Choice value, std::string_view word, std::string_view sentence) {
  return {static_cast<int>(value), word, sentence};
}

/// The words for the values of an enumeration, or for those of them that a file may choose.
template <class Choice>
struct Vocabulary {
  std::span<const Word> all;

  constexpr std::optional<Choice> find(std::string_view text) const {
    for (const Word& one : all)
      if (one.word == text) return static_cast<Choice>(one.value);
    return std::nullopt;
  }
  constexpr std::string_view of(Choice value) const {
    for (const Word& one : all)
      if (one.value == static_cast<int>(value)) return one.word;
    return {};
  }
};

/// The words alone, as messages list them.
inline std::vector<std::string> list(std::span<const Word> all) {
  std::vector<std::string> result;
  for (const Word& one : all) result.emplace_back(one.word);
  return result;
}

}  // namespace zwang::words
