// SPDX-License-Identifier: Apache-2.0
// Non-ideal forces that are written as formulas: C and its slopes against the same formulas written
// here, and which reactions they read.

#include <gtest/gtest.h>

#include <cmath>

#include "assemble/nonideal_numbers.h"

namespace zwang::compile {
namespace {

using equations::Reading;
using test::complaints_of;
using test::NonidealNumbers;

const std::string pendulum = R"toml(
[parameters]
mu = 0.3
[[particles]]
name = "bob"
mass = 1
position = [1, 0]
force = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = 1"
)toml";

std::vector<Index> columns(std::initializer_list<Index> list) { return list; }

TEST(CompileNonideal, AForceThatReadsAReactionHasItsSlope) {
  NonidealNumbers at(pendulum + R"toml(
[[nonideal]]
on = "bob"
force = "-mu*reaction(rod)*bob'/norm(bob')"
)toml",
                     1);
  ASSERT_EQ(at.equations().reactions.size(), 1u);
  const equations::Reaction& rod = at.equations().reactions[0];
  EXPECT_EQ(rod.first_row, 0);
  EXPECT_EQ(rod.rows, 1);
  EXPECT_EQ(rod.coordinates, columns({0, 1}));
  EXPECT_FALSE(rod.multiplier);
  EXPECT_EQ(rod.reading, Reading::actual);
  const double speed = std::hypot(at.v[0], at.v[1]);
  for (std::size_t k = 0; k < 2; ++k) {
    // A few roundings.
    EXPECT_NEAR(at.C()[k], -0.3 * at.s[0] * at.v[k] / speed, 1e-15);
    EXPECT_NEAR(at.slope(0)[k], -0.3 * at.v[k] / speed, 1e-15);
  }
  EXPECT_TRUE(at.equations().traits.force_by_rate);
}

TEST(CompileNonideal, TheExplicitLawReadsTheIdealReaction) {
  NonidealNumbers at(pendulum + R"toml(
[[nonideal]]
on = "bob"
force = ["reaction(rod)*multiplier(rod)", "multiplier(rod, 1)^2"]
law = "explicit"
)toml",
                     2);
  ASSERT_EQ(at.equations().reactions.size(), 2u);  // multiplier(rod) and multiplier(rod, 1) are one
  const equations::Reaction& lambda = at.equations().reactions[1];
  EXPECT_TRUE(lambda.multiplier);
  EXPECT_EQ(lambda.first_row, 0);
  EXPECT_EQ(lambda.rows, 1);
  EXPECT_TRUE(lambda.coordinates.empty());
  EXPECT_EQ(lambda.reading, Reading::ideal);
  EXPECT_EQ(at.equations().reactions[0].reading, Reading::ideal);
  EXPECT_DOUBLE_EQ(at.C()[0], at.s[0] * at.s[1]);
  EXPECT_DOUBLE_EQ(at.C()[1], at.s[1] * at.s[1]);
  EXPECT_DOUBLE_EQ(at.slope(0)[0], at.s[1]);
  EXPECT_DOUBLE_EQ(at.slope(0)[1], 0);
  EXPECT_DOUBLE_EQ(at.slope(1)[0], at.s[0]);
  EXPECT_DOUBLE_EQ(at.slope(1)[1], 2 * at.s[1]);
}

const std::string chain = R"toml(
[[particles]]
name = "p"
count = 3
mass = 1
position = ["i", 0]
[[constraints]]
name = "link"
equation = "distance(p[i], p[i+1]) = 1"
for = "i in 1..2"
)toml";

TEST(CompileNonideal, EveryPlaceOfAFamilyReadsTheReactionOnItsOwnMember) {
  NonidealNumbers at(chain + R"toml(
[[nonideal]]
on = "p[i]"
force = ["-i*reaction(link)", "-reaction(link, p[2])"]
for = "i in 1..3"
)toml",
                     3);
  const auto& reactions = at.equations().reactions;
  ASSERT_EQ(reactions.size(), 3u);  // on p[2] it is one, however it is asked for
  EXPECT_EQ(reactions[0].coordinates, columns({0, 1}));
  EXPECT_EQ(reactions[1].coordinates, columns({2, 3}));
  EXPECT_EQ(reactions[2].coordinates, columns({4, 5}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(reactions[i].rows, 2);
    EXPECT_DOUBLE_EQ(at.C()[2 * i], -static_cast<double>(i + 1) * at.s[i]);
    EXPECT_DOUBLE_EQ(at.C()[2 * i + 1], -at.s[1]);
  }
  EXPECT_DOUBLE_EQ(at.slope(1)[3], -1);
  EXPECT_DOUBLE_EQ(at.slope(1)[2], -2);
}

TEST(CompileNonideal, AnObservableWatchesTheReactionOnEverythingItTouches) {
  NonidealNumbers at(chain + R"toml(
[[observe]]
name = "tension"
formula = "2*reaction(link) + multiplier(link, 2)"
)toml",
                     4);
  const auto& reactions = at.equations().reactions;
  ASSERT_EQ(reactions.size(), 2u);
  EXPECT_EQ(reactions[0].reading, Reading::watched);
  EXPECT_EQ(reactions[0].coordinates, columns({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(reactions[1].first_row, 1);
  at.workspace.evaluate(equations::Stage::observe, at.t, at.q.data(), at.v.data());
  EXPECT_DOUBLE_EQ(at.workspace.observables()[0], 2 * at.s[0] + at.s[1]);
  EXPECT_TRUE(!at.equations().has(equations::Stage::nonideal));
}

TEST(CompileNonideal, AFormulaCanSumOverReactions) {
  NonidealNumbers at(chain + R"toml(
[[observe]]
name = "all"
formula = "sum(i in 1..3, i*reaction(link, p[i]))"
)toml",
                     5);
  at.workspace.evaluate(equations::Stage::observe, at.t, at.q.data(), at.v.data());
  EXPECT_DOUBLE_EQ(at.workspace.observables()[0], at.s[0] + 2 * at.s[1] + 3 * at.s[2]);
}

std::string wrong(const std::string& force) {
  return complaints_of(pendulum + "[[nonideal]]\non = \"bob\"\nforce = [0, \"" + force + "\"]\n");
}

TEST(CompileNonideal, SaysWhatIsWrongWithAReaction) {
  EXPECT_EQ(wrong("reaction(rid)"), "E321: 'rid' is not a constraint (did you mean 'rod'?)");
  EXPECT_EQ(wrong("reaction(rod, 2*bob.x)"),
            "E305: a reaction acts on a particle or a coordinate; this is neither");
  EXPECT_EQ(wrong("multiplier(rod, 2)"), "E324: the equations of 'rod' are numbered from 1 to 1");
  EXPECT_EQ(wrong("multiplier(rod, bob.x)"), "E205: the number of an equation must be constant");
  EXPECT_EQ(wrong("multiplier(rod, bob)"),
            "E205: 'multiplier' takes the number of an equation, not a vector in the plane");
  EXPECT_EQ(wrong("reaction(rod)'"),
            "E207: 'reaction(rod)' is a reaction and has no derivative (it is solved for at every "
            "instant, and may jump)");
  EXPECT_EQ(wrong("(bob.x*reaction(rod))'"),
            "E207: 'reaction(rod)' is a reaction and has no derivative (it is solved for at every "
            "instant, and may jump)");
  EXPECT_EQ(wrong("reaction(2)"),
            "E203: expected the name of a constraint, found '2' (write reaction(constraint, "
            "object))");
  EXPECT_EQ(wrong("reaction(rod, bob, 1)"),
            "E203: expected ')', found ',' (a constraint and what it acts on, or the number of its "
            "equation)");
  EXPECT_EQ(wrong("reaction(rod + 1)"),
            "E203: expected ',' or ')', found '+' (write reaction(constraint, object))");
  EXPECT_EQ(wrong("reaction"),
            "E203: expected '(' after 'reaction', found the end of the formula (write "
            "reaction(constraint, object))");
  EXPECT_EQ(wrong("bob.x''"), "E310: a non-ideal force cannot depend on accelerations");
}

TEST(CompileNonideal, SaysWhereReactionsAreNotKnown) {
  EXPECT_EQ(complaints_of(pendulum + R"toml(
[[forces]]
on = "bob"
force = ["reaction(rod)", 0]
)toml"),
            "E216: 'reaction' is not allowed here (reactions can be used in forces of "
            "[[nonideal]], in [[observe]] and in [[events]])");
  EXPECT_EQ(complaints_of(chain + R"toml(
[[observe]]
name = "each"
formula = "reaction(link, p[i])"
for = "i in 1..3"
)toml"),
            "E323: the reaction on a different member at each place is not available here (write "
            "one entry "
            "for each member)");
  EXPECT_EQ(complaints_of(chain + "[[observe]]\nname = \"x\"\nformula = \"multiplier(link)\"\n"),
            "E324: 'link' has 2 equations (choose one: multiplier(link, 1))");
}

TEST(CompileNonideal, AFamilyComplainsOnce) {
  EXPECT_EQ(complaints_of(chain + R"toml(
[[nonideal]]
on = "p[i]"
force = ["reaction(lnk)", 0]
for = "i in 1..3"
)toml"),
            "E321: 'lnk' is not a constraint (did you mean 'link'?)");
}

TEST(CompileNonideal, AFirstOrderSystemHasNone) {
  EXPECT_EQ(complaints_of(R"toml(
[coordinates]
x = 1
[free]
acceleration = ["0"]
order = 1
[[nonideal]]
on = "x"
force = "-x"
)toml"),
            "E331: a first-order system cannot have non-ideal forces");
}

}  // namespace
}  // namespace zwang::compile
