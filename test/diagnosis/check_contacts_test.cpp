// SPDX-License-Identifier: Apache-2.0
// Contacts and servo constraints are no constraints, and are told apart.

#include <gtest/gtest.h>

#include "diagnosis/findings.h"

namespace zwang::test {
namespace {

Diagnosis ball_at(double height) {
  return check_text(point("ball", 0, height) + constraint("floor", "ball.y >= 0") +
                    constraint("wall", "ball.x <= 3"));
}

TEST(CheckContacts, TellsWhichTouchAndCountsThose) {
  const Diagnosis resting = ball_at(0);
  EXPECT_EQ(text_of(resting, "contacts"), "2 contacts: 'floor' closed, 'wall' open at the start.");
  EXPECT_EQ(resting.rows, 1u);
  EXPECT_EQ(resting.freedom, 1u);
  const Diagnosis flying = ball_at(1);
  EXPECT_EQ(text_of(flying, "contacts"), "2 contacts: 'floor' and 'wall' open at the start.");
  EXPECT_EQ(flying.rows, 0u);
  EXPECT_EQ(flying.freedom, 2u);
}

TEST(CheckContacts, TellsAStartThatOverlaps) {
  const Diagnosis diagnosis = ball_at(-0.5);
  EXPECT_EQ(find(diagnosis, "start-moved")->constraints, Names{"floor"});
  EXPECT_NE(text_of(diagnosis, "contacts").find("'floor' closed"), std::string::npos);
}

TEST(CheckContacts, LeavesTheRatesOfAnImpactAlone) {
  const Diagnosis diagnosis = check_text(
      "[[particles]]\nname = \"ball\"\nmass = 1\nposition = [0, 0]\nvelocity = [1, -2]\n" +
      constraint("floor", "ball.y >= 0"));
  EXPECT_FALSE(find(diagnosis, "start-moved"));
}

TEST(CheckContacts, RunsIntoAContactOnTheWayToTheConstraints) {
  // The rod alone would take the ball through the wall at x = 0.8.
  const Diagnosis diagnosis =
      check_text(point("ball", 0.6, 0.3) + constraint("line", "ball.x + ball.y = 1.8") +
                 constraint("wall", "ball.x <= 0.8"));
  EXPECT_FALSE(find(diagnosis, "start-impossible"));
  EXPECT_EQ(diagnosis.rows, 2u);
}

std::string cart(const std::string& wanted) {
  return "[coordinates]\nx = 0\nphi = 0.1\n[controls]\nu = {}\n"
         "[free]\nlagrangian = \"0.5*(x'^2 + phi'^2)\"\n"
         "[[forces]]\non = \"x\"\nforce = \"u\"\n" +
         wanted;
}

const std::string servo = "servo = [\"u\"]\ngains = [5, 6]\n";

TEST(CheckContacts, TellsWantedRelationsAndTheirControls) {
  const Diagnosis diagnosis = check_text(cart(constraint("track", "x = sin(t)") + servo));
  EXPECT_EQ(text_of(diagnosis, "servo"), "1 servo constraint ('track') driven by 1 control.");
  EXPECT_EQ(diagnosis.rows, 0u);
  EXPECT_FALSE(find(diagnosis, "start-moved"));
}

TEST(CheckContacts, TellsHowFarWantedRelationsAreMissed) {
  // u does not reach phi: ë + 5ė + 6e = 0 with e = −0.1 asks for phi'' = 0.6, and gets 0.
  const Diagnosis diagnosis = check_text(
      cart(constraint("track", "x = 0") + servo + constraint("upright", "phi = 0.2") + servo));
  EXPECT_EQ(text_of(diagnosis, "servo"),
            "2 servo constraints ('track' and 'upright') driven by 1 control. At the start, the "
            "demand not met by the controls is 0.6.");
  EXPECT_EQ(find(diagnosis, "servo")->severity, "warning");
}

}  // namespace
}  // namespace zwang::test
