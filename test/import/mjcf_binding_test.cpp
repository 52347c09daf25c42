// SPDX-License-Identifier: Apache-2.0
// What binds and drives an MJCF: equalities, actuators, keyframes.

#include <gtest/gtest.h>

#include "import/poses.h"
#include "support/random.h"

namespace zwang::test {

namespace {

using Eigen::Vector3d;
using Kind = import::Remark::Kind;

const std::string world =
    "<mujoco><compiler angle='radian'/><worldbody>\n"
    "<body name='a' pos='1 0 0'><joint name='ja' pos='0 0 0.5'/><geom name='ball' size='0.5'/>"
    "<site name='sa' pos='0 0 2'/></body>\n"
    "<body name='b' pos='0 1 0' euler='0 0 0.5'><joint name='jb' ref='0.25'/><geom size='1'/>"
    "<site name='sb' pos='0 2 0' euler='0.5 0 0'/><geom name='ball2' pos='0 1 0' "
    "size='1'/></body>\n"
    "<body name='c'><joint name='jc' type='ball'/><geom size='1'/></body>\n"
    "</worldbody>\n";

import::Robot bound(const std::string& equality, const import::Options& options = {}){
    return read(world + "<equality>\n" + equality + "</equality></mujoco>", options);
}  // namespace

import::Robot driven(const std::string& actuator, const std::string& more = "",
                     const import::Options& options = {}){
    return read(world + "<actuator>\n" + actuator + "</actuator>" + more + "</mujoco>", options);
}  // namespace zwang::test

Vector3d point(const import::Robot& robot, const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::string owner = name.substr(0, dot), rest = name.substr(dot + 1);
  for (const GroundPoint& one : owner == "ground" ? robot.model.ground : body(robot, owner).points)
    if (one.name.text == rest)
      return frames(robot.model, {}).at(owner) * Vector3d(numbers(one.position));
  ADD_FAILURE() << "no point " << name;
  return {};
}

}  // namespace

TEST(MjcfEquality, AConnectedPointIsOneAtTheReference) {
  const import::Robot robot = bound(
      "<connect name='k' body1='a' body2='b' anchor='1 2 3'/><connect body1='b' anchor='0 0 0'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.constraints.size(), 2u);
  const Closure& closure = *robot.model.constraints[0].closure;
  EXPECT_EQ(closure.kind, Closure::Kind::point);
  EXPECT_EQ(closure.first.text, "a.k");
  EXPECT_EQ(closure.second.text, "b.k");
  EXPECT_LT((point(robot, "a.k") - Vector3d(2, 2, 3)).norm(), 1e-15);
  EXPECT_LT((point(robot, "b.k") - Vector3d(2, 2, 3)).norm(), 1e-15);
  EXPECT_EQ(robot.model.constraints[1].name.text, "connect1");
  EXPECT_EQ(robot.model.constraints[1].closure->second.text, "ground.connect1");
  EXPECT_LT((point(robot, "ground.connect1") - Vector3d(0, 1, 0)).norm(), 1e-15);
}

TEST(MjcfEquality, ConnectedSitesMeet) {
  const import::Robot robot = bound("<connect name='k' site1='sa' site2='sb'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(point(robot, "a.k"), point(robot, "a.sa"));
  EXPECT_EQ(point(robot, "b.k"), point(robot, "b.sb"));
}

TEST(MjcfEquality, AWeldHoldsWhatTheFileShows) {
  const import::Robot robot = bound("<weld name='w' body1='a' body2='b'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.constraints.at(0).closure->kind, Closure::Kind::weld);
  EXPECT_LT((point(robot, "a.w") - Vector3d(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((point(robot, "b.w") - Vector3d(0, 1, 0)).norm(), 1e-15);
}

// Where the weld is not as the bodies start, three right angles say how they are turned: these hold
// for the given turn, and not for another.
TEST(MjcfEquality, AWeldInAnotherPoseIsWrittenOut) {
  const import::Robot robot = bound("<weld name='w' body1='a' body2='b' relpose='1 2 3 2 0 0 1'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Constraint& constraint = robot.model.constraints.at(0);
  ASSERT_EQ(constraint.equations.size(), 4u);
  EXPECT_EQ(constraint.equations[0].text, "a.w = b.w");
  EXPECT_LT((point(robot, "a.w") - Vector3d(2, 2, 3)).norm(), 1e-15);
  EXPECT_EQ(constraint.equations[1].text, "dot(a.axis(x), b.vector(0.8, 0.6, 0)) = 0");
  EXPECT_EQ(constraint.equations[2].text, "dot(a.axis(y), b.vector(0, 0, 1)) = 0");
  EXPECT_EQ(constraint.equations[3].text, "dot(a.axis(z), b.vector(0.6, -0.8, 0)) = 0");
  // b is turned in a by R, about z with cos = 0.6, sin = 0.8.
  Eigen::Matrix3d R;
  R << 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1;
  EXPECT_LT(std::abs(Vector3d::UnitX().dot(R * Vector3d(0.8, 0.6, 0))), 1e-15);
  EXPECT_LT(std::abs(Vector3d::UnitZ().dot(R * Vector3d(0.6, -0.8, 0))), 1e-15);
}

TEST(MjcfEquality, AWeldOfSitesAlignsThem) {
  const import::Robot robot = bound("<weld name='w' site1='sa' site2='sb'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Constraint& constraint = robot.model.constraints.at(0);
  ASSERT_EQ(constraint.equations.size(), 4u);
  // sb is turned by half a radian about b's x: so is a, seen from b.
  const std::string c = Expression(std::cos(0.5)).text.substr(0, 12),
                    s = Expression(std::sin(0.5)).text.substr(0, 12);
  EXPECT_NE(constraint.equations[1].text.find("dot(a.axis(x), b.vector(0, " + c), std::string::npos)
      << constraint.equations[1].text;
  EXPECT_NE(constraint.equations[1].text.find(", " + s), std::string::npos);
}

TEST(MjcfEquality, JointsAreCoupledByPolynomials) {
  const import::Robot robot = bound(
      "<joint joint1='ja' joint2='jb' polycoef='1 -2 0 0.5 0'/><joint name='lock' joint1='jb' "
      "polycoef='0.25 1 0 0 0'/><joint joint1='jb' joint2='ja'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.constraints.at(0).name.text, "coupling1");
  EXPECT_EQ(robot.model.constraints[0].equations.at(0).text,
            "a.angle = 1 - 2*b.angle + 0.5*b.angle^3");
  EXPECT_EQ(robot.model.constraints.at(1).name.text, "lock");
  EXPECT_EQ(robot.model.constraints[1].equations.at(0).text, "b.angle = 0.25");
  EXPECT_EQ(robot.model.constraints.at(2).equations.at(0).text, "b.angle = a.angle");
}

TEST(MjcfEquality, SpheresKeepTheirDistance) {
  const import::Robot robot =
      bound("<distance name='d' geom1='ball' geom2='ball2' distance='0.25'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Closure& closure = *robot.model.constraints.at(0).closure;
  EXPECT_EQ(closure.kind, Closure::Kind::distance);
  EXPECT_EQ(number(closure.length), 1.75);
  EXPECT_EQ(point(robot, "a.d"), Vector3d(1, 0, 0));
}

TEST(MjcfEquality, WhatIsNotReadIsListedAndWhatIsWrongShown) {
  const import::Robot robot = bound(
      "<connect body1='a' anchor='0 0 0' active='false'/>\n<tendon name='t' tendon1='x'/>\n"
      "<distance geom1='ball' geom2='x'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_NE(remarks(robot, Kind::left_out)
                .find("<tendon name='t'>, of a tendon that is not a sum of coordinates (8)"),
            std::string::npos);
  EXPECT_NE(remarks(robot, Kind::left_out).find("<connect>, which is not active (7)"),
            std::string::npos);
  EXPECT_NE(remarks(robot, Kind::left_out).find("<distance>, which is not between two spheres (9)"),
            std::string::npos);
  EXPECT_EQ(complaints(bound("<connect body1='x' anchor='0 0 0'/>")),
            "robot.xml:7:17: E406: there is no body 'x'\n"
            "  <connect body1='x' anchor='0 0 0'/></equality></mujoco>\n"
            "                  ^\n");
  EXPECT_EQ(codes(bound("<connect body1='a'/>")), "E404 7:2");
  EXPECT_EQ(codes(bound("<connect body1='a' body2='a' anchor='0 0 0'/>")), "E405 7:27");
  EXPECT_EQ(codes(bound("<joint joint1='jc'/>")), "E406 7:16");
  EXPECT_EQ(codes(bound("<weld site1='sa' site2='no'/>")), "E406 7:25");
}

TEST(MjcfActuator, ControlsAreParametersOfForces) {
  const import::Robot robot = driven(
      "<motor name='m' joint='ja' gear='3'/><position name='p' joint='ja' kp='10' kv='2'/>"
      "<velocity name='v' joint='jb' kv='4' gear='2'/><damper name='d' joint='ja' kv='2'/>"
      "<general name='g' joint='jb' gainprm='5' biastype='affine' biasprm='1 2 3' gear='2'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.parameters.size(), 5u);
  EXPECT_EQ(number(robot.model.parameters[0].value), 0);
  const auto force = [&](std::size_t k) {
    return robot.model.forces.at(k).on.text + ": " + robot.model.forces[k].force.at(0).text;
  };
  EXPECT_EQ(force(0), "a.angle: 3*m");
  EXPECT_EQ(force(1), "a.angle: 10*p - 10*a.angle - 2*a.angle'");
  EXPECT_EQ(force(2), "b.angle: 8*v - 16*b.angle'");
  EXPECT_EQ(force(3), "a.angle: -2*d*a.angle'");
  // The length is twice the coordinate, which is 0.25 more than ours: 2(5g + 1 + 2·2(q + 0.25) + …).
  EXPECT_EQ(force(4), "b.angle: 10*g + 4 + 8*b.angle + 12*b.angle'");
}

TEST(MjcfActuator, DefaultsAreShared) {
  const import::Robot robot =
      read(world +
           "<default><general gear='7'/><default class='k'><motor gear='9'/></default>"
           "</default><actuator><motor joint='ja'/><motor class='k' joint='ja'/></actuator>"
           "</mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.forces.at(0).force.at(0).text, "7*motor1");
  EXPECT_EQ(robot.model.forces.at(1).force.at(0).text, "9*motor2");
}

TEST(MjcfActuator, ASiteIsPulledAlongItsAxes) {
  const import::Robot robot = driven(
      "<motor name='m' site='sb' gear='1 0 0 0 2 0'/><motor name='n' site='sa' gear='0 1 0'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.forces.size(), 3u);
  const Force &push = robot.model.forces[0], &turn = robot.model.forces[1];
  EXPECT_EQ(push.on.text, "b.sb");
  EXPECT_TRUE(push.body_frame && turn.body_frame);
  EXPECT_EQ(push.force.at(0).text, "m");
  EXPECT_EQ(push.force.at(1).text, "0");
  EXPECT_TRUE(push.torque.empty());
  EXPECT_EQ(turn.on.text, "b");
  EXPECT_TRUE(turn.force.empty());
  EXPECT_EQ(turn.torque.at(0).text, "0");
  EXPECT_EQ(turn.torque.at(1).text, Expression(2 * std::cos(0.5)).text + "*m");
  EXPECT_EQ(robot.model.forces[2].on.text, "a.sa");
}

TEST(MjcfActuator, OthersAreListed) {
  const import::Robot robot = driven(
      "<motor name='m' tendon='t'/>\n<muscle name='u' joint='ja'/>\n"
      "<general name='g' joint='ja' dyntype='filter'/>\n<motor name='b' joint='jc'/>\n"
      "<motor name='r' joint='ja' ctrlrange='0 1'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.forces.size(), 1u);
  const std::string list = remarks(robot, Kind::left_out);
  for (const char* one : {"<muscle name='u'> (8)", "'ctrlrange' of <motor> (11)",
                          "<motor name='m'>, which acts on a tendon (7)",
                          "<general name='g'>, whose dynamics, gain or bias are not supported (9)",
                          "<motor name='b'>, which acts on a ball or free joint (10)"})
    EXPECT_NE(list.find(one), std::string::npos) << one << " in " << list;
  EXPECT_EQ(codes(driven("<motor/>")), "E404 7:2");
  EXPECT_EQ(codes(driven("<motor joint='x'/>")), "E406 7:15");
}

TEST(MjcfKey, AKeyframeIsTheStartIfItIsAskedFor) {
  const std::string keys =
      "<keyframe><key name='one' qpos='0.5 0.25 1 0 0 1' qvel='1 0 1 0 0' ctrl='7 8'/>"
      "<key name='two'/></keyframe>";
  const std::string motors = "<muscle joint='ja'/><motor joint='ja'/>";
  const import::Robot plain = driven(motors, keys);
  ASSERT_TRUE(plain.ok()) << complaints(plain);
  EXPECT_TRUE(body(plain, "a").start.empty());
  EXPECT_EQ(remarks(plain, Kind::unused), "keyframe 'one' (7), keyframe 'two' (7)");

  const import::Robot robot = driven(motors, keys, {"", false, "one"});
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(body(robot, "a").start.at(0).name.text, "angle");
  EXPECT_EQ(number(body(robot, "a").start.at(0).numbers.at(0)), 0.5);
  EXPECT_EQ(body(robot, "a").start.at(1).name.text, "rate");
  EXPECT_EQ(number(body(robot, "a").start.at(1).numbers.at(0)), 1);
  EXPECT_TRUE(body(robot, "b").start.empty());  // at its reference
  // Turned by a quarter about z, x of the body is y of the joint frame.
  EXPECT_EQ(body(robot, "c").start.at(0).name.text, "orientation");
  EXPECT_EQ(body(robot, "c").start.at(1).name.text, "omega");
  EXPECT_LT((numbers(body(robot, "c").start.at(1).numbers) - Vector3d(0, 1, 0)).norm(), 1e-15);
  EXPECT_EQ(number(robot.model.parameters.at(0).value), 8);
}

TEST(MjcfKey, WrongKeyframesAreShown) {
  EXPECT_EQ(
      complaints(driven("", "<keyframe><key name='k' qpos='1 2'/></keyframe>", {"", false, "k"})),
      "robot.xml:7:42: E405: 'qpos' of <key> takes 6 numbers, not 2\n"
      "  </actuator><keyframe><key name='k' qpos='1 2'/></keyframe></mujoco>\n"
      "                                           ^^^\n");
  EXPECT_EQ(codes(driven("", "", {"", false, "k"})), "E406 1:2");
}

// A free joint's position and angular velocity, the one in the world, the other in the body.
TEST(MjcfKey, AFreeBodyStartsFromItsKeyframe) {
  const import::Robot robot = read(
      "<mujoco><worldbody><body name='a' pos='1 2 3'><freejoint/><geom size='1'/></body>"
      "</worldbody><keyframe><key name='k' qpos='4 5 6 1 1 0 0' qvel='7 8 9 0 1 0'/></keyframe>"
      "</mujoco>",
      {"", false, "k"});
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const auto& start = body(robot, "a").start;
  ASSERT_EQ(start.size(), 4u);
  EXPECT_EQ(start[0].name.text + " " + start[1].name.text + " " + start[2].name.text + " " +
                start[3].name.text,
            "position orientation velocity omega");
  EXPECT_EQ(numbers(start[0].numbers), Vector3d(4, 5, 6));
  EXPECT_EQ(numbers(start[2].numbers), Vector3d(7, 8, 9));
  EXPECT_LT((numbers(start[3].numbers) - Vector3d(0, 0, 1)).norm(), 1e-15);
}

// b.angle counts from its ref, 0.25, as the tendon's own reference length does.
TEST(MjcfBinding, TendonsThatAreSumsAreWrittenOut) {
  const std::string tendons =
      "<tendon><fixed name='s'><joint joint='ja' coef='2'/><joint joint='jb' "
      "coef='-0.5'/></fixed>\n"
      "<fixed name='one'><joint joint='jb' coef='3'/></fixed>\n"
      "<spatial name='rope'><site site='sa'/><site site='sb'/></spatial></tendon>\n";
  const import::Robot robot = read(
      world + tendons +
      "<equality><tendon tendon1='s' tendon2='one' polycoef='0.1 1 0 2'/><tendon tendon1='one'/>"
      "<tendon tendon1='rope'/></equality>\n"
      "<actuator><position tendon='s' kp='10' gear='2'/><motor "
      "tendon='rope'/></actuator></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.constraints.size(), 2u);
  EXPECT_EQ(robot.model.constraints[0].equations.at(0).text,
            "2*a.angle - 0.5*b.angle = 0.1 + (3*b.angle) + 2*(3*b.angle)^3");
  EXPECT_EQ(robot.model.constraints[1].equations.at(0).text, "3*b.angle = 0");
  // l = gear (2 a − ½ (b + ¼)), and the force on each coordinate is gear·factor·kp (u − l).
  ASSERT_EQ(robot.model.forces.size(), 2u);
  EXPECT_EQ(robot.model.forces[0].on.text, "a.angle");
  EXPECT_EQ(robot.model.forces[0].force.at(0).text, "40*position1 + 10 - 160*a.angle + 40*b.angle");
  EXPECT_EQ(robot.model.forces[1].on.text, "b.angle");
  EXPECT_EQ(robot.model.forces[1].force.at(0).text,
            "-10*position1 - 2.5 + 40*a.angle - 10*b.angle");
  EXPECT_EQ(
      remarks(robot, Kind::left_out),
      "<spatial name='rope'> (8), contacts of geoms: they pass through each other (2), contacts "
      "of geoms: they pass through each other (3), contacts of geoms: they pass through each "
      "other (3), contacts of geoms: they pass through each other (4), <tendon>, of a tendon "
      "that is not a sum of coordinates (9), <motor>, which acts on a tendon (10)");
}

}  // namespace zwang::test
