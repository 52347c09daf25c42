// SPDX-License-Identifier: Apache-2.0
// Events: what is watched, what they do, and the words for what cannot be.

#include <gtest/gtest.h>

#include "equations/evaluate.h"
#include "support/compile_text.h"

namespace zwang::compile {
namespace {

using equations::Workspace;
using Direction = equations::Event::Direction;

const std::string pendulum = R"toml(
[parameters]
l = 2
[[particles]]
name = "bob"
mass = 1
position = [2, 0]
velocity = [0, 3]
[[particles]]
name = "p"
count = 3
mass = 1
position = ["i", 0]
[[constraints]]
name = "rod"
equation = "norm(bob) = l"
[[constraints]]
name = "push"
equation = "p[1].x'' = 1"
)toml";

std::string event(const std::string& when, const std::string& rest = {}) {
  return "[[events]]\nname = \"e\"\nwhen = \"" + when + "\"\n" + rest;
}

TEST(Events, WatchFormulasOfTheMotion) {
  const Compiled model = test::compile_text(
      pendulum + event("bob.x*bob.y' - l") +
      "[[events]]\nname = \"f\"\nwhen = \"t - p[2].x\"\ndirection = \"falling\"\n"
      "action = \"stop\"\n[[events]]\nwhen = \"bob.y''\"\nname = \"g\"\n"
      "direction = \"rising\"\n");
  const auto& equations = model.equations;
  EXPECT_EQ(model.names.events, (std::vector<std::string>{"e", "f", "g"}));
  ASSERT_EQ(equations.events.size(), 3u);
  EXPECT_EQ(equations.events[0].direction, Direction::any);
  EXPECT_EQ(equations.events[1].direction, Direction::falling);
  EXPECT_EQ(equations.events[2].direction, Direction::rising);
  EXPECT_FALSE(equations.events[0].stop);
  EXPECT_TRUE(equations.events[1].stop);
  EXPECT_FALSE(equations.events[0].needs_instant);
  EXPECT_FALSE(equations.events[1].needs_instant);
  EXPECT_TRUE(equations.events[2].needs_instant);

  Workspace numbers(equations);
  std::vector<double> acceleration(static_cast<std::size_t>(equations.n));
  acceleration[1] = -7;  // bob.y
  numbers.set_accelerations(acceleration.data());
  numbers.evaluate(equations::Stage::watch, 0.5, equations.q.data(), equations.v.data());
  EXPECT_EQ(numbers.events()[0], 2 * 3 - 2);
  EXPECT_EQ(numbers.events()[1], 0.5 - 2);
  EXPECT_EQ(numbers.events()[2], -7);
}

TEST(Events, OfASystemOfOrderOneNeedTheInstantForTheRatesItDetermines) {
  const std::string model =
      "[coordinates]\nx = { start = 1 }\n[free]\norder = 1\n"
      "acceleration = [\"-x\"]\n";
  EXPECT_TRUE(test::compile_text(model + event("x' + 1")).equations.events[0].needs_instant);
  EXPECT_FALSE(test::compile_text(model + event("x - 1")).equations.events[0].needs_instant);
}

TEST(Events, NeedTheInstantForControls) {
  const Compiled model = test::compile_text(
      "[coordinates]\nx = { start = 1 }\n[free]\nlagrangian = \"x'^2\"\n[controls]\nu = {}\n"
      "[[forces]]\non = \"x\"\nforce = \"u\"\n[[constraints]]\nname = \"path\"\n"
      "equation = \"x = sin(t)\"\nservo = [\"u\"]\ngains = [3, 2]\n" +
      event("u - 4*x"));
  ASSERT_EQ(model.equations.events.size(), 1u);
  EXPECT_TRUE(model.equations.events[0].needs_instant);
  Workspace numbers(model.equations);
  const double u = 5;
  numbers.set_controls(&u);
  numbers.evaluate(equations::Stage::watch, 0, model.equations.q.data(), model.equations.v.data());
  EXPECT_EQ(numbers.events()[0], 1);
}

TEST(Events, NeedTheInstantForReactions) {
  const Compiled model = test::compile_text(pendulum + event("reaction(rod) - 3"));
  ASSERT_EQ(model.equations.events.size(), 1u);
  EXPECT_TRUE(model.equations.events[0].needs_instant);
  ASSERT_EQ(model.equations.reactions.size(), 1u);
  EXPECT_EQ(model.equations.reactions[0].reading, equations::Reading::watched);
  Workspace numbers(model.equations);
  numbers.set(model.equations.reactions[0].slot, 10);
  numbers.evaluate(equations::Stage::watch, 0, model.equations.q.data(), model.equations.v.data());
  EXPECT_EQ(numbers.events()[0], 7);
}

TEST(Events, SetCoordinatesAndRatesFromTheStateBefore) {
  const Compiled model = test::compile_text(
      pendulum +
      event("t - 1", "action = { set = { \"bob.x'\" = \"-bob.y'/2\", \"p[3].y\" = 4 } }\n") +
      "[[events]]\nname = \"f\"\nwhen = \"t - 2\"\naction = { set = { \"bob.y\" = \"t*l\" } }\n");
  const auto& equations = model.equations;
  ASSERT_EQ(equations.events.size(), 2u);
  const equations::Event &first = equations.events[0], &second = equations.events[1];
  ASSERT_EQ(first.set.size(), 2u);
  ASSERT_EQ(second.set.size(), 1u);
  EXPECT_EQ(first.first_set, 0);
  EXPECT_EQ(second.first_set, 2);
  const auto expect_target = [&](const equations::Event::Target& target, const char* name,
                                 bool rate) {
    EXPECT_EQ(model.names.coordinates[static_cast<std::size_t>(target.coordinate)], name);
    EXPECT_EQ(target.rate, rate);
  };
  expect_target(first.set[0], "bob.x", true);
  expect_target(first.set[1], "p[3].y", false);
  expect_target(second.set[0], "bob.y", false);
  Workspace numbers(equations);
  numbers.evaluate(equations::Stage::set, 2, equations.q.data(), equations.v.data());
  EXPECT_EQ(numbers.sets()[0], -1.5);
  EXPECT_EQ(numbers.sets()[1], 4);
  EXPECT_EQ(numbers.sets()[2], 4);
}

TEST(Events, SwitchAndHitConstraints) {
  const Compiled model = test::compile_text(
      pendulum +
      event("t - 1",
            "action = { switch = { push = true, rod = false }, impact = { rod = \"l/4\" } "
            "}\n"));
  ASSERT_EQ(model.equations.events.size(), 1u);
  const equations::Event& first = model.equations.events[0];
  ASSERT_EQ(first.switches.size(), 2u);
  EXPECT_EQ(first.switches[0].constraint, 1u);
  EXPECT_TRUE(first.switches[0].on);
  EXPECT_EQ(first.switches[1].constraint, 0u);
  EXPECT_FALSE(first.switches[1].on);
  ASSERT_EQ(first.impact.size(), 1u);
  EXPECT_EQ(first.impact[0].constraint, 0u);
  EXPECT_EQ(first.impact[0].restitution, 0.5);
}

TEST(Events, ThatWatchANumberAreRefused) {
  EXPECT_EQ(test::complaints_of(pendulum + event("l - 3")),
            "E341: this formula is constant, so it never crosses zero (an event happens when a "
            "formula crosses zero)");
}

TEST(Events, SetOnlyWhatCanBeSet) {
  const auto complaints = [](const std::string& set) {
    return test::complaints_of(pendulum + event("t - 1", "action = { set = { " + set + " } }\n"));
  };
  EXPECT_EQ(complaints("l = 3"), "E342: only a coordinate or a rate can be set; 'l' is neither");
  EXPECT_EQ(complaints("\"bob.x''\" = 3"),
            "E342: only a coordinate or a rate can be set; 'bob.x''' is neither");
  EXPECT_EQ(
      complaints("bob = 3"),
      "E342: only a coordinate or a rate can be set; 'bob' is neither (set its components, one "
      "by one)");
  EXPECT_EQ(complaints("\"bob.x\" = 3, \" bob.x\" = 4"), "E343: this event sets ' bob.x' twice");
  EXPECT_EQ(complaints("\"bob.x\" = \"bob.y''\""),
            "E310: the values that an event sets cannot depend on accelerations (use coordinates, "
            "rates and t, which have their values before the event)");
  EXPECT_EQ(complaints("\"bbo.x\" = 3").substr(0, 4), "E204");
}

TEST(Events, NameConstraintsThatAreThere) {
  const auto complaints = [](const std::string& action) {
    return test::complaints_of(pendulum + event("t - 1", "action = { " + action + " }\n"));
  };
  EXPECT_EQ(complaints("switch = { rud = false }"),
            "E344: 'rud' is not a constraint (did you mean 'rod'?)");
  EXPECT_EQ(complaints("impact = { rud = 0 }"),
            "E344: 'rud' is not a constraint (did you mean 'rod'?)");
  EXPECT_EQ(complaints("impact = { rod = \"l\" }"), "E345: a restitution must be between 0 and 1");
  EXPECT_EQ(
      complaints("impact = { push = 0 }"),
      "E345: 'push' constrains accelerations; an impact changes rates (set the rates themselves: "
      "set = { … })");
}

}  // namespace
}  // namespace zwang::compile
