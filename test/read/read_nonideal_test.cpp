// SPDX-License-Identifier: Apache-2.0
// What a file says of friction, contacts, controls and events arrives in the description.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "read/model.h"
#include "read/offset.h"

namespace zwang::read {
namespace {

Description good(const std::string& text) {
  Reading reading = read(text, "");
  for (const Diagnostic& diagnostic : reading.diagnostics)
    ADD_FAILURE() << to_text(diagnostic, text, "");
  return std::move(reading.description);
}

Description good_file(const std::string& name) {
  std::ifstream file(ZWANG_TEST_DATA "/models/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return good({std::istreambuf_iterator<char>(file), {}});
}

using Texts = std::vector<std::string>;

template <class T>
Texts texts(const std::vector<T>& list) {
  Texts result;
  for (const T& one : list) result.push_back(one.text);
  return result;
}

TEST(ReadNonideal, ReadsForcesThatMayReadReactions) {
  const Description model = good_file("sliding.toml");
  ASSERT_EQ(model.nonideal.size(), 6u);
  const Nonideal& wire = model.nonideal[0];
  EXPECT_EQ(wire.on.text, "bead");
  EXPECT_EQ(texts(wire.force), Texts{"-mu*reaction(wire)*bead'/norm(bead')"});
  EXPECT_EQ(wire.law, ReactionLaw::explicit_);
  EXPECT_FALSE(wire.friction);
  EXPECT_EQ(wire.at.line, 43);
  EXPECT_EQ(model.nonideal[1].on.text, "x");
  EXPECT_EQ(model.nonideal[1].law, ReactionLaw::implicit);
  EXPECT_EQ(texts(model.nonideal[5].force), (Texts{"0", "-reaction(left)", "0"}));
}

TEST(ReadNonideal, ReadsFriction) {
  const Description model = good_file("sliding.toml");
  ASSERT_TRUE(model.nonideal[2].friction);
  const Friction& groove = *model.nonideal[2].friction;
  EXPECT_EQ(texts(groove.constraints), (Texts{"left", "right"}));
  EXPECT_EQ(groove.coefficient.text, "mu");
  EXPECT_EQ(groove.static_coefficient.text, "1.2*mu");
  EXPECT_EQ(groove.on.text, "block");
  EXPECT_EQ(texts(groove.velocity), (Texts{"V", "0", "0"}));
  EXPECT_FALSE(groove.sliding.given());
  EXPECT_EQ(model.nonideal[2].law, ReactionLaw::implicit);
  EXPECT_TRUE(model.nonideal[2].force.empty());

  ASSERT_TRUE(model.nonideal[4].friction);
  const Friction& table = *model.nonideal[4].friction;
  EXPECT_EQ(texts(table.constraints), Texts{"table"});
  EXPECT_EQ(table.coefficient.text, "0");
  EXPECT_FALSE(table.static_coefficient.given());
  EXPECT_EQ(table.sliding.text, "x' - V");
  EXPECT_TRUE(table.on.text.empty() && table.velocity.empty());
}

TEST(ReadNonideal, TakesLawAndObjectOfFrictionFromBesideOrFromInside) {
  const Description beside = good_file("sliding.toml");
  EXPECT_EQ(beside.nonideal[3].friction->on.text, "bead");
  EXPECT_EQ(beside.nonideal[3].law, ReactionLaw::explicit_);
  EXPECT_TRUE(beside.nonideal[3].on.text.empty());

  const Description inside = good(
      "[[nonideal]]\nfor = 'i in 1..2'\n"
      "friction = { constraint = 'c', coefficient = 1, law = 'explicit', on = 'p[i]' }\n");
  EXPECT_EQ(inside.nonideal[0].friction->on.text, "p[i]");
  EXPECT_EQ(inside.nonideal[0].law, ReactionLaw::explicit_);
  EXPECT_EQ(inside.nonideal[0].for_each.text, "i in 1..2");
}

TEST(ReadNonideal, ReadsContacts) {
  const Description model = good_file("bounce.toml");
  ASSERT_EQ(model.constraints.size(), 3u);
  EXPECT_EQ(model.constraints[0].restitution.text, "e");
  EXPECT_EQ(model.constraints[0].friction.text, "0.3");
  EXPECT_EQ(model.constraints[1].restitution.text, "1");
  EXPECT_FALSE(model.constraints[1].friction.given());
  EXPECT_FALSE(model.constraints[2].restitution.given());
  EXPECT_EQ(model.simulate->impact, ImpactPolicy::simultaneous);
  EXPECT_EQ(good_file("crane.toml").simulate->impact, ImpactPolicy::sequence);
  EXPECT_EQ(texts(model.simulate->sensitivity), (Texts{"e", "ball.x", "ball.x'"}));
}

TEST(ReadNonideal, ReadsControlsAndWhatTheyServe) {
  const Description model = good_file("crane.toml");
  ASSERT_EQ(model.controls.size(), 2u);
  EXPECT_EQ(model.controls[0].name.text, "u");
  EXPECT_EQ(model.controls[0].weight.text, "1");
  EXPECT_EQ(model.controls[1].name.text, "w");
  EXPECT_EQ(model.controls[1].weight.text, "2");
  EXPECT_EQ(texts(model.constraints[0].servo), (Texts{"u", "w"}));
  EXPECT_EQ(texts(model.constraints[0].gains), (Texts{"5", "6"}));
  EXPECT_EQ(texts(model.constraints[1].gains), Texts{"3"});
  EXPECT_EQ(texts(model.constraints[2].servo), Texts{"u"});
  EXPECT_TRUE(model.constraints[2].gains.empty());
}

TEST(ReadNonideal, ReadsEvents) {
  const std::vector<Event> events = good_file("bounce.toml").events;
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(events[0].name.text, "top");
  EXPECT_EQ(events[0].when.text, "ball.y'");
  EXPECT_EQ(events[0].direction, Event::Direction::falling);
  EXPECT_FALSE(events[0].action.stop);
  EXPECT_TRUE(events[0].action.set.empty() && events[0].action.switches.empty() &&
              events[0].action.impact.empty());
  EXPECT_EQ(events[1].name.text, "event2");
  EXPECT_EQ(events[1].name.at.line, events[1].at.line);
  EXPECT_EQ(events[1].direction, Event::Direction::any);
  EXPECT_TRUE(events[1].action.stop);
  EXPECT_EQ(events[2].direction, Event::Direction::rising);
  // An event is named among events: this one has the name of a constraint.
  EXPECT_EQ(events[4].name.text, "floor");
  EXPECT_FALSE(events[4].action.stop);
}

TEST(ReadNonideal, ReadsWhatEventsDoInTheOrderOfTheFile) {
  const std::vector<Event> events = good_file("bounce.toml").events;
  const EventAction& kick = events[2].action;
  EXPECT_FALSE(kick.stop);
  ASSERT_EQ(kick.set.size(), 2u);
  EXPECT_EQ(kick.set[0].first.text, "ball.x'");
  EXPECT_EQ(kick.set[0].second.text, "-ball.x'");
  EXPECT_EQ(kick.set[1].first.text, "ball.y'");
  EXPECT_EQ(kick.set[1].second.text, "0");
  ASSERT_EQ(kick.switches.size(), 2u);
  EXPECT_EQ(kick.switches[0].first.text, "string");
  EXPECT_FALSE(kick.switches[0].second);
  EXPECT_EQ(kick.switches[1].first.text, "wall");
  EXPECT_TRUE(kick.switches[1].second);
  const EventAction& taut = events[3].action;
  EXPECT_TRUE(taut.stop);
  ASSERT_EQ(taut.impact.size(), 2u);
  EXPECT_EQ(taut.impact[0].first.text, "string");
  EXPECT_EQ(taut.impact[0].second.text, "0");
  EXPECT_EQ(taut.impact[1].second.text, "e/2");
}

TEST(ReadNonideal, KeepsThePlacesOfNamesAndFormulas) {
  const std::string text =
      "[[events]]\nwhen = 'x'\naction = { set = { \"θ'\" = '2*ω' }, switch = { rod = true } }\n"
      "[[nonideal]]\nfriction = { constraint = ['a', 'b'], coefficient = 'μ + err' }\n"
      "[[constraints]]\nequation = 'x = 0'\nservo = [ 'u' ]\n";
  const Description model = good(text);
  const auto at = [&](const Name& name) {
    return offset_in_file(text, Expression(name.text, name.at), 0);
  };
  const auto place = [&](const char* piece) { return static_cast<Index>(text.find(piece)); };
  EXPECT_EQ(at(model.events[0].action.set[0].first), place("θ'"));
  EXPECT_EQ(offset_in_file(text, model.events[0].action.set[0].second, 2), place("ω"));
  EXPECT_EQ(at(model.events[0].action.switches[0].first), place("rod"));
  EXPECT_EQ(at(model.nonideal[0].friction->constraints[1]), place("b'"));
  const Expression& coefficient = model.nonideal[0].friction->coefficient;
  EXPECT_EQ(offset_in_file(text, coefficient, static_cast<Index>(coefficient.text.find("err"))),
            place("err"));
  EXPECT_EQ(at(model.constraints[0].servo[0]), place("u' ]"));
}

TEST(ReadNonideal, LeavesTheDefaultsOfTheDescriptionWhereTheFileIsSilent) {
  const Description model = good(
      "[controls]\nu = {}\n[[constraints]]\nequation = 'x = 0'\n[[events]]\nwhen = 'x'\n"
      "[[nonideal]]\non = 'x'\nforce = 1\n[simulate]\nduration = 1\n");
  EXPECT_EQ(model.controls[0].weight.text, Control{}.weight.text);
  EXPECT_FALSE(model.constraints[0].restitution.given() || model.constraints[0].friction.given());
  EXPECT_TRUE(model.constraints[0].servo.empty() && model.constraints[0].gains.empty());
  EXPECT_EQ(model.events[0].direction, Event{}.direction);
  EXPECT_EQ(model.nonideal[0].law, Nonideal{}.law);
  EXPECT_EQ(model.simulate->impact, Simulate{}.impact);
  EXPECT_TRUE(model.simulate->sensitivity.empty());
}

}  // namespace
}  // namespace zwang::read
