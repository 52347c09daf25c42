// SPDX-License-Identifier: Apache-2.0
// Inequalities and servo constraints as rows: what they are, and b with the gains inside.

#include <gtest/gtest.h>

#include <cmath>

#include "assemble/nonideal_numbers.h"
#include "derive/derive.h"

namespace zwang::compile {
namespace {

using equations::Drift;
using equations::Kind;
using test::complaints_of;
using test::NonidealNumbers;

const std::string cart = R"toml(
[parameters]
e = 0.8
kd = 3
[coordinates]
x = 1
y = 1
[controls]
u = {}
w = {}
[free]
mass = [1, 1]
force = ["u", "w"]
)toml";

const std::string ball = R"toml(
[parameters]
e = 0.8
[coordinates]
x = 1
y = 1
[free]
kinetic = "0.5*(x'^2 + y'^2)"
)toml";

std::string constraint(const std::string& equation, const std::string& rest = {}) {
  return "[[constraints]]\nname = \"c\"\nequation = \"" + equation + "\"\n" + rest + "\n";
}

TEST(CompileKind, AnInequalityIsPositiveWhereItIsKept) {
  for (const char* const equation : {"y >= x^2", "x^2 <= y"}) {
    NonidealNumbers at(ball + constraint(equation, "restitution = \"e/2\""), 1);
    ASSERT_EQ(at.equations().rows.size(), 1u);
    const equations::Row& row = at.equations().rows[0];
    EXPECT_EQ(row.kind, Kind::unilateral);
    EXPECT_EQ(row.drift, Drift::project);
    EXPECT_EQ(row.level, equations::Level::position);
    EXPECT_EQ(row.restitution, 0.4);
    EXPECT_TRUE(row.workless);
    // Two roundings of numbers below 4.
    EXPECT_NEAR(at.workspace.residual()[0], at.q[1] - at.q[0] * at.q[0], 2e-15) << equation;
    EXPECT_DOUBLE_EQ(at.A(0)[1], 1) << equation;
  }
}

TEST(CompileKind, AServoRowHasItsGainsInsideAndIsNeverProjected) {
  NonidealNumbers at(
      cart + constraint("x*y = sin(t)", "servo = [\"w\", \"u\"]\ngains = [\"kd\", 5]"), 2);
  const equations::Row& row = at.equations().rows[0];
  EXPECT_EQ(row.kind, Kind::servo);
  EXPECT_EQ(row.drift, Drift::none);
  EXPECT_FALSE(row.workless);
  ASSERT_EQ(at.equations().servo_controls.size(), 1u);
  EXPECT_EQ(at.equations().servo_controls[0], (std::vector<Index>{1, 0}));
  const double phi = at.q[0] * at.q[1] - std::sin(at.t),
               rate = at.v[0] * at.q[1] + at.q[0] * at.v[1] - std::cos(at.t),
               bias = 2 * at.v[0] * at.v[1] + std::sin(at.t);
  // A dozen roundings of numbers below 30.
  EXPECT_NEAR(at.workspace.b()[0], -bias - 3 * rate - 5 * phi, 1e-13);
}

TEST(CompileKind, AServoRowOfRatesHasOneGainAndOneOfAccelerationsNone) {
  NonidealNumbers rates(cart + constraint("x'*y = 1", "servo = [\"u\", \"w\"]\ngains = [4]"), 3);
  EXPECT_EQ(rates.equations().servo_controls[0], (std::vector<Index>{0, 1}));
  EXPECT_NEAR(rates.workspace.b()[0], -rates.v[0] * rates.v[1] - 4 * (rates.v[0] * rates.q[1] - 1),
              1e-13);
  NonidealNumbers accelerations(cart + constraint("x'' + y'' = x", "servo = [\"u\", \"w\"]"), 4);
  EXPECT_EQ(accelerations.equations().rows[0].kind, Kind::servo);
  EXPECT_DOUBLE_EQ(accelerations.workspace.b()[0], accelerations.q[0]);
}

TEST(CompileKind, AnIdealConstraintNamesNoControl) {
  NonidealNumbers at(ball + constraint("x = y"), 5);
  ASSERT_EQ(at.equations().servo_controls.size(), 1u);
  EXPECT_TRUE(at.equations().servo_controls[0].empty());
  EXPECT_EQ(at.equations().rows[0].kind, Kind::equality);
}

TEST(CompileKind, SaysWhatIsWrongWithAnInequality) {
  EXPECT_EQ(complaints_of(ball + constraint("y'' >= 0")),
            "E326: an inequality cannot contain accelerations (it restricts positions, as in bob.y "
            ">= 0)");
  EXPECT_EQ(complaints_of(ball + constraint("[x, y] >= [0, 0]")),
            "E326: an inequality compares numbers, not vectors (compare components, as in bob.y >= "
            "0)");
  EXPECT_EQ(complaints_of(ball + constraint("y >= 0", "drift = { baumgarte = [1, 1] }")),
            "E326: an inequality is always enforced by projection (leave 'drift' out)");
  EXPECT_EQ(complaints_of(ball + constraint("y >= 0", "restitution = \"2*e\"")),
            "E327: a restitution must be between 0 and 1");
  EXPECT_EQ(complaints_of(ball + constraint("y = 0", "restitution = \"e\"")),
            "E332: 'restitution' is for an inequality, left >= right");
  EXPECT_EQ(complaints_of(ball + constraint("y = 0", "friction = 0.1")),
            "E332: 'friction' is for an inequality, left >= right (for an equation: [[nonideal]] "
            "friction = { constraint = …, coefficient = … })");
  EXPECT_EQ(complaints_of(ball + constraint("y >= 0", "friction = 0.1")),
            "E325: it is not clear what slides: 'y' does not belong to a particle (use "
            "[[nonideal]] friction = { "
            "…, sliding = \"…\" }, a formula of rates)");
}

TEST(CompileKind, SaysWhatIsWrongWithAServo) {
  const auto servo = [](const std::string& equation, const std::string& rest) {
    return complaints_of(cart + constraint(equation, "servo = [\"u\", \"w\"]\n" + rest));
  };
  EXPECT_EQ(
      servo("x = 1", "gains = [1]"),
      "E329: an equation between positions takes two gains, gains = [kd, kp] (e'' + kd e' + kp e = "
      "0)");
  EXPECT_EQ(servo("x' = 1", "gains = [1, 2]"),
            "E329: an equation between rates takes one gain, gains = [kp] (e' + kp e = 0, with the "
            "residual e of this equation)");
  EXPECT_EQ(servo("x'' = 1", "gains = [1, 2]"),
            "E329: an equation between accelerations takes no gains");
  EXPECT_EQ(servo("x = 1", "gains = [1, \"y\"]"), "E310: gains must be constant numbers");
  EXPECT_EQ(
      servo("x >= 1", "gains = [1, 2]"),
      "E328: controls can enforce equations, not inequalities (leave 'servo' out, or write =)");
  EXPECT_EQ(complaints_of(cart + constraint("x = 1", "servo = [\"u\", \"W\"]\ngains = [1, 2]")),
            "E330: 'W' is not a control (did you mean 'w'?)");
}

TEST(CompileKind, AServoConstraintHasNoReaction) {
  EXPECT_EQ(
      complaints_of(cart + constraint("x = y", "servo = [\"u\", \"w\"]\ngains = [1, 2]") + R"toml(
[[observe]]
name = "r"
formula = "reaction(c)"
)toml"),
      "E322: 'c' is enforced by controls and has no reaction (use the controls themselves)");
}

std::string derived(const std::string& text) {
  const read::Reading reading = read::read(text, "test");
  return derive(reading.description, deriving::Language::text).page;
}

TEST(CompileKind, TheDerivationSaysWhatItLeavesOut) {
  EXPECT_EQ(derived(ball + constraint("x = y")).find("leave out"), std::string::npos);
  const std::string page = derived(ball + constraint("y >= 0") + R"toml(
[[nonideal]]
on = "x"
force = "-reaction(c)"
)toml");
  EXPECT_NE(page.find("Inequalities are written as closed contacts: 'c'. Where a contact is open, "
                      "or would pull, its equation is absent."),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("The non-ideal forces C are not included"), std::string::npos) << page;
  const std::string servo =
      derived(cart + constraint("x = 1", "servo = [\"u\", \"w\"]\ngains = [1, 2]"));
  EXPECT_NE(servo.find("These constraints are enforced by controls, not by reactions: 'c'."),
            std::string::npos)
      << servo;
}

}  // namespace
}  // namespace zwang::compile
