// SPDX-License-Identifier: Apache-2.0
// What is said about loops of bodies that have more rows than they need: that it is no harm, and which
// forces nobody can know.

#include <gtest/gtest.h>

#include "diagnosis/findings.h"

namespace zwang::test {
namespace {

Diagnosis check_model(const std::string& name) {
  return check(load_model(ZWANG_TEST_DATA "/../../models/" + name + ".toml"));
}

TEST(CheckLoops, HaveNothingToMendInReadyModels) {
  for (const char* name :
       {"crank_rocker", "four_bar_hinges", "slider_crank_bodies", "five_bar", "flyball_bodies",
        "stewart_platform", "double_wishbone", "strandbeest_legs", "cardan_shaft"}) {
    for (const Finding& finding : check_model(name).findings) {
      EXPECT_EQ(finding.severity, "note") << name << ": " << finding.text;
    }
  }
}

TEST(CheckLoops, RowsAcrossAPlaneMechanismAreRedundantAndNoMistake) {
  const Diagnosis diagnosis = check_model("five_bar");
  EXPECT_EQ(diagnosis.rank, 2u);
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "3 of the 5 equations of the constraint 'top' are redundant in this mechanism, whose "
            "bodies cannot move in those directions (normal in a planar linkage).");
  EXPECT_FALSE(find(diagnosis, "vanished"));
}

TEST(CheckLoops, NameTheJointsWhoseForcesAreNotUnique) {
  EXPECT_EQ(text_of(check_model("five_bar"), "undetermined"),
            "The loads in the joints of 'left_near', 'left_far', 'right_near' and 'right_far' are "
            "statically indeterminate. The loads in the joints of 'bench' and 'bob' are unique.");
  // Legs on balls and universal joints have no row too many.
  EXPECT_FALSE(find(check_model("stewart_platform"), "undetermined"));
}

TEST(CheckLoops, CallNoForceOnBodiesUniqueThatIsNot) {
  const Diagnosis diagnosis = check_model("cardan_shaft");
  EXPECT_EQ(text_of(diagnosis, "undetermined"),
            "The multipliers of 'bearing' are not unique, because its equations are dependent; its "
            "forces along the coordinates are.");
}

// Bearings too far apart: the gap is told, and not what rounding leaves of the rows across.
TEST(CheckLoops, ThatCannotCloseAreOneErrorWithTheGap) {
  const Diagnosis diagnosis =
      check(load_model(ZWANG_TEST_DATA "/../../models/crank_rocker.toml", {{"d", 9.0}}));
  std::vector<std::string> errors;
  for (const Finding& finding : diagnosis.findings) {
    if (finding.severity == "error") errors.push_back(finding.text);
  }
  ASSERT_EQ(errors.size(), 1u);
  // 9 less 1 + 3 + 2 is missing; the rows say how much of it along each of them.
  const std::string words =
      "The constraint 'pin' cannot hold near the start; the best compromise violates "
      "'pin' by ";
  ASSERT_EQ(errors[0].substr(0, words.size()), words);
  const double gap = std::stod(errors[0].substr(words.size()));
  EXPECT_GT(gap, 1.5);
  EXPECT_LT(gap, 3.0);
}

// Two doors in one wall, welded where neither can go: there is something to mend.
constexpr const char* idle = R"toml(
[[bodies]]
name = "wall"
joint = "fixed"
mass = 1
[[bodies]]
name = "frame"
joint = "fixed"
mass = 1
[[bodies]]
name = "door"
parent = "frame"
joint = "hinge"
mass = 1
inertia = [1, 1, 1]
[[constraints]]
name = "bolts"
weld = { between = ["wall", "frame"] }
)toml";

TEST(CheckLoops, AJointThatHoldsNothingIsAWarning) {
  const Diagnosis diagnosis = check_text(idle);
  ASSERT_TRUE(find(diagnosis, "vanished"));
  EXPECT_EQ(find(diagnosis, "vanished")->severity, "warning");
  EXPECT_EQ(text_of(diagnosis, "vanished"),
            "All equations of the constraint 'bolts' have no effect: their coefficients are zero "
            "everywhere.");
}

}  // namespace
}  // namespace zwang::test
