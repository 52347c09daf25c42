// SPDX-License-Identifier: Apache-2.0
// Joints that move nothing with mass.

#include <gtest/gtest.h>

#include "import/reading.h"
#include "import/weightless.h"

namespace zwang::test {

namespace {

const std::string heavy =
    "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";

std::string link(const std::string& name, const std::string& inside = "") {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& inside = "") {
  return "<joint name='" + name + "' type='revolute'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + inside + "</joint>\n";
}

import::Robot held(const std::string& inside){
    import::Robot robot = read("<robot name='r'>" + link("base") + inside + "</robot>");
EXPECT_TRUE(robot.ok()) << complaints(robot);
import::hold_weightless(robot);
return robot;
}  // namespace

}  // namespace zwang::test

TEST(Weightless, JointsOfNothingAreHeld) {
  const import::Robot robot =
      held(link("arm", heavy) + link("finger") + link("nail") + joint("j", "base", "arm") +
           joint("k", "arm", "finger") + joint("l", "finger", "nail"));
  EXPECT_EQ(body(robot, "arm").joint.text, "hinge");
  EXPECT_EQ(body(robot, "finger").joint.text, "fixed");
  EXPECT_EQ(body(robot, "nail").joint.text, "fixed");
  EXPECT_EQ(robot.remarks.back().what,
            "joints that move nothing with mass are held still: those of 'finger', 'nail'");
}

// What a joint that is held still cannot have goes with it.
TEST(Weightless, HeldJointsHaveNothingOfAJoint) {
  const import::Robot robot =
      held(link("arm", heavy) + link("finger") + joint("j", "base", "arm") +
           joint("k", "arm", "finger",
                 "<axis xyz='0 1 0'/><limit lower='0.2' upper='1' effort='1' velocity='1'/>"
                 "<dynamics damping='1' friction='2'/>"));
  const Body& finger = body(robot, "finger");
  EXPECT_EQ(finger.joint.text, "fixed");
  EXPECT_TRUE(finger.limits.empty());
  EXPECT_TRUE(finger.start.empty());
  EXPECT_TRUE(finger.axis.empty());
  EXPECT_TRUE(finger.damping.text.empty() && finger.friction.text.empty());
}

TEST(Weightless, WhatCarriesMassMoves) {
  const import::Robot robot = held(link("arm") + link("hand", heavy) + joint("j", "base", "arm") +
                                   joint("k", "arm", "hand"));
  EXPECT_EQ(body(robot, "arm").joint.text, "hinge");
}

// A coupling to something heavy carries it along; a coupling of nothing to nothing says nothing.
TEST(Weightless, CouplingsCarryAlong) {
  const std::string bodies = link("arm", heavy) + link("a") + link("b") + joint("j", "base", "arm");
  const import::Robot carried = held(bodies + joint("k", "base", "a", "<mimic joint='j'/>") +
                                     joint("l", "base", "b", "<mimic joint='k'/>"));
  EXPECT_EQ(body(carried, "a").joint.text, "hinge");
  EXPECT_EQ(body(carried, "b").joint.text, "hinge");
  EXPECT_EQ(carried.model.constraints.size(), 2u);
  const import::Robot empty = held(bodies + joint("k", "base", "a") +
                                   joint("l", "base", "b", "<mimic joint='k' offset='1'/>"));
  EXPECT_EQ(body(empty, "a").joint.text, "fixed");
  EXPECT_EQ(body(empty, "b").joint.text, "fixed");
  EXPECT_TRUE(body(empty, "b").start.empty());
  EXPECT_TRUE(empty.model.constraints.empty());
}

}  // namespace zwang::test
