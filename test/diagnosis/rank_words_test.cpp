// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/words.h"

#include <gtest/gtest.h>

namespace zwang {
namespace {

const char* const text =
    "[coordinates]\nx = 0\ny = 0\nz = 0\nu = 0\n[free]\nkinetic = \"0.5*(x'^2 + y'^2 + z'^2 + "
    "u'^2)\"\n"
    "[[constraints]]\nname = 'crank'\nequation = 'x = 0'\n"
    "[[constraints]]\nname = 'loop'\nequations = ['y = 0', 'z = 0', 'u = 0', 'x = y', 'x = z', 'y "
    "= z', "
    "'x = u']\n";

class RankWords : public ::testing::Test {
 protected:
  std::string of(std::vector<double> w, std::size_t from = 2, std::size_t to = 1) const {
    w.resize(8);
    return diagnosis::rank_words(model_, 0.78539816, from, to, w);
  }
  const Model model_ = read_model(text, "test.toml");
};

TEST_F(RankWords, NameTheRowsAndTheirCombination) {
  EXPECT_EQ(
      of({1, -2}),
      "At t = 0.785398, the rank drops from 2 to 1: 'crank' and equation 1 of 'loop' are no longer "
      "independent ('crank' - 2 equation 1 of 'loop' = 0).");
  EXPECT_EQ(
      of({1, 0, 0.5, 1}, 3, 2),
      "At t = 0.785398, the rank drops from 3 to 2: 'crank', equation 2 of 'loop' and equation 3 "
      "of 'loop' are "
      "no longer independent ('crank' + 0.5 equation 2 of 'loop' + equation 3 of 'loop' = 0).");
}

TEST_F(RankWords, SayThatARowVanishes) {
  EXPECT_EQ(of({1}, 1, 0),
            "At t = 0.785398, the rank drops from 1 to 0: the gradient of 'crank' vanishes.");
}

TEST_F(RankWords, SayThatThereAreMore) {
  EXPECT_EQ(
      of({1, -1}, 5, 3),
      "At t = 0.785398, the rank drops from 5 to 3: 'crank' and equation 1 of 'loop' are no longer "
      "independent ('crank' - equation 1 of 'loop' = 0); one of 2 such combinations.");
}

TEST_F(RankWords, KeepLongCombinationsShort) {
  EXPECT_EQ(
      of({1, 1, 1, 1, 1, 1, 1}, 7, 6),
      "At t = 0.785398, the rank drops from 7 to 6: 'crank', equation 1 of 'loop', equation 2 of "
      "'loop', equation 3 of 'loop', equation 4 of 'loop' and 2 more are no longer independent.");
}

TEST_F(RankWords, RowsBehindTheConstraintsStick) {
  std::vector<double> w(9);
  w[0] = 1;
  w[8] = -1;
  EXPECT_EQ(diagnosis::rank_words(model_, 1, 2, 1, w),
            "At t = 1, the rank drops from 2 to 1: 'crank' and a sticking contact are no longer "
            "independent ('crank' - a sticking contact = 0).");
}

}  // namespace
}  // namespace zwang
