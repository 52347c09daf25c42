// SPDX-License-Identifier: Apache-2.0
// A robot as a model file.

#include "import/model_text.h"

#include <gtest/gtest.h>

#include "import/reading.h"
#include "import/toml.h"
#include "read/model.h"
#include "support/random.h"

namespace zwang::test {

namespace {

import::Robot load(const std::string& name){
    return import::load_robot(std::string(ZWANG_TEST_DATA) + "/robots/" + name);
}

void expect_equal(const Components& a, const Components& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(number(a[i]), number(b[i]));
}

void expect_equal(const Expression& a, const Expression& b) {
  ASSERT_EQ(a.given(), b.given());
  if (a.given()) EXPECT_EQ(number(a), number(b));
}

void expect_equal(const std::vector<GroundPoint>& a, const std::vector<GroundPoint>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name.text, b[i].name.text);
    expect_equal(a[i].position, b[i].position);
  }
}

void expect_equal(const Body& a, const Body& b) {
  EXPECT_EQ(a.name.text, b.name.text);
  EXPECT_EQ(a.parent.text, b.parent.text);
  EXPECT_EQ(a.joint.text, b.joint.text);
  expect_equal(a.axis, b.axis);
  expect_equal(a.at, b.at);
  EXPECT_EQ(a.rotation.form, b.rotation.form);
  expect_equal(a.rotation.numbers, b.rotation.numbers);
  expect_equal(a.mass, b.mass);
  ASSERT_EQ(a.inertia.size(), b.inertia.size());
  for (std::size_t i = 0; i < a.inertia.size(); ++i) expect_equal(a.inertia[i], b.inertia[i]);
  expect_equal(a.center, b.center);
  expect_equal(a.points, b.points);
  ASSERT_EQ(a.start.size(), b.start.size());
  for (std::size_t i = 0; i < a.start.size(); ++i) {
    EXPECT_EQ(a.start[i].name.text, b.start[i].name.text);
    expect_equal(a.start[i].numbers, b.start[i].numbers);
  }
  expect_equal(a.damping, b.damping);
  expect_equal(a.friction, b.friction);
  ASSERT_EQ(a.limits.size(), b.limits.size());
  for (std::size_t i = 0; i < a.limits.size(); ++i)
    expect_equal(a.limits[i].range, b.limits[i].range);
}

void expect_equal(const Force& a, const Force& b) {
  EXPECT_EQ(a.on.text, b.on.text);
  ASSERT_EQ(a.force.size(), b.force.size());
  for (std::size_t i = 0; i < a.force.size(); ++i) EXPECT_EQ(a.force[i].text, b.force[i].text);
  ASSERT_EQ(a.torque.size(), b.torque.size());
  for (std::size_t i = 0; i < a.torque.size(); ++i) EXPECT_EQ(a.torque[i].text, b.torque[i].text);
  EXPECT_EQ(a.body_frame, b.body_frame);
  EXPECT_EQ(a.potential.text, b.potential.text);
}

void expect_equal(const Constraint& a, const Constraint& b) {
  EXPECT_EQ(a.name.text, b.name.text);
  ASSERT_EQ(a.equations.size(), b.equations.size());
  for (std::size_t i = 0; i < a.equations.size(); ++i)
    EXPECT_EQ(a.equations[i].text, b.equations[i].text);
  ASSERT_EQ(a.closure.has_value(), b.closure.has_value());
  if (!a.closure) return;
  EXPECT_EQ(a.closure->kind, b.closure->kind);
  EXPECT_EQ(a.closure->first.text, b.closure->first.text);
  EXPECT_EQ(a.closure->second.text, b.closure->second.text);
  expect_equal(a.closure->length, b.closure->length);
}

template <class Things>
void expect_all_equal(const Things& a, const Things& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    SCOPED_TRACE(i);
    expect_equal(a[i], b[i]);
  }
}

}  // namespace zwang::test

// What is written reads back to the same numbers and formulas, by a reader that knows no robots.
TEST(ModelText, ReadsBackToTheSame) {
  for (const char* name : {"arm7.urdf", "gripper.urdf", "four_bar.xml", "walker.xml"}) {
    SCOPED_TRACE(name);
    const import::Robot robot = load(name);
    ASSERT_TRUE(robot.ok()) << complaints(robot);
    const std::string text = import::model_text(robot);
    const read::Reading reading = read::read(text, "model.toml");
    for (const Diagnostic& diagnostic : reading.diagnostics)
      ADD_FAILURE() << to_text(diagnostic, text, "model.toml");
    const Description &a = robot.model, &b = reading.description;
    EXPECT_EQ(a.title, b.title);
    expect_all_equal(a.bodies, b.bodies);
    expect_all_equal(a.forces, b.forces);
    expect_all_equal(a.constraints, b.constraints);
    expect_equal(a.ground, b.ground);
    EXPECT_EQ(a.free.kinetic.text, b.free.kinetic.text);
    if (!a.free.gravity.empty()) expect_equal(a.free.gravity, b.free.gravity);
    ASSERT_EQ(a.parameters.size(), b.parameters.size());
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
      EXPECT_EQ(a.parameters[i].name.text, b.parameters[i].name.text);
      expect_equal(a.parameters[i].value, b.parameters[i].value);
    }
    EXPECT_TRUE(b.simulate);
  }
}

TEST(ModelText, IsWhatPeopleWouldWrite) {
  const import::Robot robot = read(
      "<mujoco model='a \"door\"'><compiler angle='radian'/><worldbody><site name='hook'/>\n"
      "<body name='door-leaf' pos='1 0 0'><joint name='j' damping='0.5' range='0 2'/>\n"
      "<inertial mass='8' pos='0.5 0 0' diaginertia='1 2 3'/><geom type='plane' size='1 1 1'/>\n"
      "</body></worldbody>\n"
      "<equality><connect name='stop' body1='door-leaf' anchor='0 1 0'/></equality>\n"
      "<actuator><motor name='closer' joint='j' gear='2'/></actuator></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(import::model_text(robot), R"(# Made by zwang import from robot.xml.
# Left out, though it may matter to the motion:
#   contacts of geoms: they pass through each other (line 3)
# Renamed:
#   <body> 'door-leaf' is called door_leaf (line 2)

title = "a \"door\""

[parameters]
# Controls of the actuators.
closer = 0

[free]
gravity = [0, 0, -9.81]

[ground]
points = { hook = [0, 0, 0], stop = [1, 1, 0] }

# body 'door-leaf', line 2; joint 'j', line 2
[[bodies]]
name    = "door_leaf"
parent  = "ground"
joint   = "hinge"
axis    = [0, 0, 1]
at      = [1, 0, 0]
mass    = 8
inertia = [1, 2, 3]
center  = [0.5, 0, 0]
points  = { stop = [0, 1, 0] }
damping = 0.5
limits  = [0, 2]

[[forces]]
on    = "door_leaf.angle"
force = "2*closer"

[[constraints]]
name  = "stop"
point = { between = ["door_leaf.stop", "ground.stop"] }

[simulate]
duration = 1
)");
}

TEST(ModelText, RemarksOfOneKindShareALine) {
  import::Robot robot;
  robot.model.source = "r";
  const auto add = [&](const char* what, int line, const char* source) {
    robot.remarks.push_back({import::Remark::Kind::left_out, what, source, line});
  };
  add("x", 1, "r");
  add("y", 2, "other");
  for (int line = 3; line < 40; ++line) add("x", line, "r");
  add("x", 39, "r");
  add("x", 7, "other");
  const std::vector<std::string> expected{
      "Left out, though it may matter to the motion:",
      "  x (lines 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, "
      "24, 25,",
      "    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39)", "  y (line 2 of other)",
      "  x (line 7 of other)"};
  EXPECT_EQ(import::remark_lines(robot), expected);
}

TEST(ModelText, ValuesAreToml) {
  EXPECT_EQ(import::toml_text("a \"b\" \\ \n\x7F é"), "\"a \\\"b\\\" \\\\ \\u000A\\u007F é\"");
  EXPECT_EQ(import::toml_value(0.5), "0.5");
  EXPECT_EQ(import::toml_value("2*x"), "\"2*x\"");
  EXPECT_EQ(import::toml_value("1/0"), "\"1/0\"");
  EXPECT_EQ(import::toml_value(12345678901234567890.0), "12345678901234567168.0");
  EXPECT_EQ(import::toml_list({1, "u", -2.5}), "[1, \"u\", -2.5]");
}

}  // namespace zwang::test
