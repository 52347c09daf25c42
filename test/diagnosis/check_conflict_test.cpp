// SPDX-License-Identifier: Apache-2.0
// Constraints that cannot hold together at the start: the smallest set, by name.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "diagnosis/findings.h"
#include "support/random.h"

namespace zwang::test {
namespace {

const std::string line = coordinates("x = 0\ny = 0\n", "x'^2 + y'^2");

TEST(CheckConflict, OfASideLongerThanTheOthersTogether) {
  const Diagnosis diagnosis =
      check_text(point("a", 0, 0) + point("b", 1, 0) + point("c", 0.5, 0.3) +
                 bar("ab", "a", "b", "3") + bar("bc", "b", "c", "1") + bar("ca", "c", "a", "1"));
  // Least squares share the excess of 1 evenly.
  EXPECT_EQ(text_of(diagnosis, "start-impossible"),
            "The constraints 'ab', 'bc' and 'ca' cannot hold together near the start; the best "
            "compromise violates 'ab' by 0.333333, 'bc' by 0.333333, 'ca' by "
            "0.333333.");
  EXPECT_FALSE(diagnosis.ok());
}

TEST(CheckConflict, OfTwoLengthsLeavesTheThirdInPeace) {
  const Diagnosis diagnosis =
      check_text(point("bob", 1, 0) + bar("rod", "bob", "origin", "1") +
                 bar("longer", "bob", "origin", "1.1") + constraint("level", "bob.y = 0"));
  EXPECT_EQ(find(diagnosis, "start-impossible")->constraints, (Names{"rod", "longer"}));
}

TEST(CheckConflict, TellsFightsThatHaveNothingInCommonOneByOne) {
  const Diagnosis diagnosis =
      check_text(line + constraint("a", "x = 1") + constraint("b", "x = 2") +
                 constraint("c", "y = 5") + constraint("d", "y = 6"));
  std::vector<Names> sets;
  for (const Finding& finding : diagnosis.findings) {
    if (finding.code == "start-impossible") sets.push_back(finding.constraints);
  }
  EXPECT_EQ(sets, (std::vector<Names>{{"a", "b"}, {"c", "d"}}));
}

TEST(CheckConflict, OfRates) {
  const Diagnosis diagnosis =
      check_text(line + constraint("a", "x' = 1") + constraint("b", "x' + y' = 3") +
                 constraint("c", "y' = 1"));
  EXPECT_EQ(text_of(diagnosis, "start-impossible"),
            "The constraints 'a', 'b' and 'c' cannot hold together near the start; the best "
            "compromise violates 'a' by 0.333333 in rates, 'b' by 0.333333 in rates, 'c' by "
            "0.333333 in rates.");
}

TEST(CheckConflict, OfOneConstraintAlone) {
  const Diagnosis diagnosis = check_text(line + constraint("never", "x^2 + y^2 = -1"));
  EXPECT_EQ(text_of(diagnosis, "start-impossible"),
            "The constraint 'never' cannot hold near the start; the best compromise violates "
            "'never' by 1.");
}

TEST(CheckConflict, IsNoneWhereAllCoordinatesAreZeroAtTheEnd) {
  const Diagnosis diagnosis =
      check_text(coordinates("x = 0.25\ny = 0\n", "x'^2 + y'^2") + constraint("line", "x = 0"));
  EXPECT_FALSE(find(diagnosis, "start-impossible"));
  EXPECT_TRUE(find(diagnosis, "start-moved"));
}

/// Two squares of side 1 with both diagonals, side by side, turned and shifted.
struct Frame {
  explicit Frame(Random& random)
      : angle(random.uniform(0, 6)), dx(random.uniform(-2, 2)), dy(random.uniform(-2, 2)) {}

  std::string place(const char* name, double x, double y) const {
    const double c = std::cos(angle), s = std::sin(angle);
    return point(name, dx + c * x - s * y, dy + s * x + c * y);
  }
  std::string points() const {
    return place("a", 0, 0) + place("b", 1, 0) + place("c", 1, 1) + place("d", 0, 1) +
           place("e", 2, 0) + place("f", 2, 1);
  }

  double angle, dx, dy;
};

/// The bars in some order, each equation times some factor.
std::string bars(Random& random, const std::string& of_ac) {
  std::vector<std::array<std::string, 2>> all{
      {"ab", "1"},   {"bc", "1"},       {"cd", "1"},       {"da", "1"},
      {"ac", of_ac}, {"bd", "sqrt(2)"}, {"be", "1"},       {"ef", "1"},
      {"fc", "1"},   {"bf", "sqrt(2)"}, {"ce", "sqrt(2)"},
  };
  for (std::size_t k = all.size(); k > 1; --k) {
    std::swap(all[k - 1],
              all[static_cast<std::size_t>(random.integer(0, static_cast<Index>(k) - 1))]);
  }
  std::string text;
  for (const auto& [ends, length] : all) {
    const std::string factor = std::to_string(std::pow(10, random.uniform(-2, 2)));
    text += constraint(ends, factor + "*(distance(" + ends.substr(0, 1) + ", " + ends.substr(1) +
                                 ") - " + length + ") = 0");
  }
  return text;
}

const std::set<std::string> left_square{"ab", "bc", "cd", "da", "ac", "bd"};
const std::set<std::string> right_square{"bc", "be", "ef", "fc", "bf", "ce"};

TEST(CheckConflict, NamesTheBarsOfTheSquareWithTheLongDiagonalInAnyOrderPoseAndUnits) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Frame frame(random);
    const Diagnosis diagnosis = check_text(frame.points() + bars(random, "1.5"));
    const Finding* const fight = find(diagnosis, "start-impossible");
    ASSERT_TRUE(fight);
    EXPECT_EQ(names_in(*fight), left_square) << fight->text;
  }
}

TEST(CheckDependence, NamesTheBarsOfEachSquareInAnyOrderPoseAndUnits) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Frame frame(random);
    const Diagnosis diagnosis = check_text(frame.points() + bars(random, "sqrt(2)"));
    EXPECT_EQ(diagnosis.rank, 9u);
    std::size_t told = 0;
    for (const Finding& finding : diagnosis.findings) {
      EXPECT_NE(finding.code, "dependent") << finding.text;
      if (finding.code != "redundant") continue;
      ++told;
      // A circuit: either square, or both without the side that they share.
      std::set<std::string> both = left_square;
      both.insert(right_square.begin(), right_square.end());
      both.erase("bc");
      const std::set<std::string> names = names_in(finding);
      EXPECT_TRUE(names == left_square || names == right_square || names == both) << finding.text;
    }
    EXPECT_EQ(told, 2u);
  }
}

}  // namespace
}  // namespace zwang::test
