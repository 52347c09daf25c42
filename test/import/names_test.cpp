// SPDX-License-Identifier: Apache-2.0
// Names that formulas can use.

#include "import/names.h"

#include <gtest/gtest.h>

#include "formula/parse/letter.h"
#include "formula/parse/words.h"
#include "import/reading.h"

namespace zwang::test {

namespace {

constexpr auto renamed = import::Remark::Kind::renamed;

}  // namespace

TEST(ImportNames, WhatIsNoLetterBecomesALine) {
  EXPECT_EQ(import::as_name("left-arm"), "left_arm");
  EXPECT_EQ(import::as_name("a b.c/d::e"), "a_b_c_d__e");
  EXPECT_EQ(import::as_name("7th"), "_7th");
  EXPECT_EQ(import::as_name("größe"), "gr__e");
  EXPECT_EQ(import::as_name("\xFF"), "_");
  for (const char* name : {"-", "é", "1", "a'b", "\n", "x y"})
    EXPECT_TRUE(formula::is_name(import::as_name(name))) << name;
}

// The module may not ask the formulas; so this test does.
TEST(ImportNames, WordsOfFormulasAreKnown) {
  for (const std::string& word : formula::function_names())
    EXPECT_TRUE(import::is_formula_word(word)) << word;
  for (const char* word : {"and", "or", "not", "in", "t", "pi", "ground", "origin"}) {
    EXPECT_TRUE(formula::is_reserved(word)) << word;
    EXPECT_TRUE(import::is_formula_word(word)) << word;
  }
  EXPECT_FALSE(import::is_formula_word("arm"));
}

TEST(ImportNames, NamesThatMeetAreNumbered) {
  import::Taken taken;
  EXPECT_EQ(taken.fresh("a"), "a");
  EXPECT_EQ(taken.fresh("a_2"), "a_2");
  EXPECT_EQ(taken.fresh("a"), "a_3");
  EXPECT_EQ(taken.fresh("a"), "a_4");
}

TEST(ImportNames, RenamingIsRemarked) {
  const import::Robot robot = read(
      "<robot name='r'><link name='sin'/>\n<link name='a-b'/>\n<link name='a.b'/>\n"
      "<joint name='1' type='fixed'><parent link='sin'/><child link='a-b'/></joint>\n"
      "<joint name='2' type='fixed'><parent link='sin'/><child link='a.b'/></joint></robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.bodies[0].name.text, "sin_");
  EXPECT_EQ(robot.model.bodies[1].name.text, "a_b");
  EXPECT_EQ(robot.model.bodies[2].name.text, "a_b_2");
  EXPECT_EQ(robot.model.bodies[2].parent.text, "sin_");
  EXPECT_EQ(remarks(robot, renamed),
            "<link> 'sin' is called sin_ (1), <link> 'a-b' is called a_b (2), "
            "<link> 'a.b' is called a_b_2 (3)");
}

// In MJCF, bodies, joints, sites and actuators may share a name; in formulas bodies and parameters
// may not, and a point may not be called what every body has.
TEST(ImportNames, KindsThatShareNamesAreToldApart) {
  const import::Robot robot = read(
      "<mujoco><worldbody><body name='arm'><joint name='arm'/><geom size='1'/>\n"
      "<site name='arm'/><site name='center'/><site name='tip'/><site/></body></worldbody>\n"
      "<actuator><motor name='arm' joint='arm'/></actuator></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Body& arm = robot.model.bodies.at(0);
  ASSERT_EQ(arm.points.size(), 4u);
  EXPECT_EQ(arm.points[0].name.text, "arm");
  EXPECT_EQ(arm.points[1].name.text, "center_");
  EXPECT_EQ(arm.points[2].name.text, "tip");
  EXPECT_EQ(arm.points[3].name.text, "site");
  ASSERT_EQ(robot.model.parameters.size(), 1u);
  EXPECT_EQ(robot.model.parameters[0].name.text, "arm_2");
  EXPECT_EQ(robot.model.forces.at(0).force.at(0).text, "arm_2");
  EXPECT_EQ(remarks(robot, renamed),
            "<site> 'center' is called center_ (2), <motor> 'arm' is called arm_2 (3)");
}

TEST(ImportNames, APrefixStandsBeforeEverything) {
  const import::Robot robot = read(
      "<mujoco><worldbody><site name='hook'/><body name='arm'><joint name='j'/><geom size='1'/>\n"
      "<site name='tip'/></body></worldbody>\n"
      "<equality><connect name='c' body1='arm' anchor='0 0 1'/></equality>\n"
      "<actuator><motor name='m' joint='j'/></actuator></mujoco>",
      {"ur5", false, ""});
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.bodies.at(0).name.text, "ur5.arm");
  EXPECT_EQ(robot.model.bodies.at(0).parent.text, "ground");
  EXPECT_EQ(robot.model.bodies.at(0).points.at(0).name.text, "tip");
  EXPECT_EQ(robot.model.ground.at(0).name.text, "ur5_hook");
  EXPECT_EQ(robot.model.parameters.at(0).name.text, "ur5_m");
  EXPECT_EQ(robot.model.forces.at(0).on.text, "ur5.arm.angle");
  EXPECT_EQ(robot.model.forces.at(0).force.at(0).text, "ur5_m");
  const Constraint& constraint = robot.model.constraints.at(0);
  EXPECT_EQ(constraint.name.text, "ur5_c");
  EXPECT_EQ(constraint.closure->first.text, "ur5.arm.c");
  EXPECT_EQ(constraint.closure->second.text, "ground.ur5_c");
}

}  // namespace zwang::test
