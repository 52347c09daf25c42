// SPDX-License-Identifier: Apache-2.0
// Every way to end has a word of its own, a sentence, and a remedy unless all is well.

#include "zwang/status.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace zwang {
namespace {

constexpr Status kAll[] = {Status::ok,
                           Status::contradictory,
                           Status::degenerate,
                           Status::mass_not_definite,
                           Status::not_converged,
                           Status::not_finite_input,
                           Status::overflow,
                           Status::wrong_size,
                           Status::bad_weight,
                           Status::no_reaction,
                           Status::several_reactions};

/// A new status must be added above: no default, so that the compiler says so.
constexpr bool is_listed(Status status) {
  switch (status) {
    case Status::ok:
    case Status::contradictory:
    case Status::degenerate:
    case Status::mass_not_definite:
    case Status::not_converged:
    case Status::not_finite_input:
    case Status::overflow:
    case Status::wrong_size:
    case Status::bad_weight:
    case Status::no_reaction:
    case Status::several_reactions:
      return true;
  }
  return false;
}

TEST(Status, NamesAreUniqueWordsForFiles) {
  std::set<std::string_view> names;
  for (Status status : kAll) {
    EXPECT_TRUE(is_listed(status));
    const std::string_view word = name(status);
    EXPECT_FALSE(word.empty());
    for (char c : word)
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) || c == '_') << word;
    names.insert(word);
  }
  EXPECT_EQ(names.size(), std::size(kAll));
}

TEST(Status, SentencesBeginWithACapitalAndEndInAFullStop) {
  std::set<std::string_view> sentences;
  for (Status status : kAll) {
    const std::string_view words = sentence(status);
    ASSERT_FALSE(words.empty()) << name(status);
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(words.front()))) << words;
    EXPECT_EQ(words.back(), '.') << words;
    sentences.insert(words);
  }
  EXPECT_EQ(sentences.size(), std::size(kAll));
}

TEST(Status, OnlyOkNeedsNoRemedy) {
  for (Status status : kAll) {
    const std::string_view words = remedy(status);
    EXPECT_EQ(words.empty(), status == Status::ok) << name(status);
    if (!words.empty()) EXPECT_EQ(words.back(), '.') << words;
  }
}

TEST(Status, NamesAreStable) {
  EXPECT_EQ(name(Status::ok), "ok");
  EXPECT_EQ(name(Status::contradictory), "contradictory");
  EXPECT_EQ(name(Status::degenerate), "degenerate");
  EXPECT_EQ(name(Status::mass_not_definite), "mass_not_definite");
  EXPECT_EQ(name(Status::not_converged), "not_converged");
  EXPECT_EQ(name(Status::not_finite_input), "not_finite_input");
  EXPECT_EQ(name(Status::overflow), "overflow");
  EXPECT_EQ(name(Status::wrong_size), "wrong_size");
  EXPECT_EQ(name(Status::bad_weight), "bad_weight");
}

TEST(Status, InputErrorNamesItsArgument) {
  const InputError error("mass_matrix", "has 3 numbers");
  EXPECT_EQ(error.argument(), "mass_matrix");
  EXPECT_STREQ(error.what(), "mass_matrix: has 3 numbers");
}

}  // namespace
}  // namespace zwang
