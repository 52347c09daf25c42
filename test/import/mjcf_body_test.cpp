// SPDX-License-Identifier: Apache-2.0
// Bodies and joints of MJCF. MuJoCo's rule for several joints of one body: each moves the body as the
// joints before it have left it, about its own anchor.

#include <gtest/gtest.h>

#include "import/poses.h"
#include "support/random.h"

namespace zwang::test {

namespace {

using Eigen::Vector3d;
using Kind = import::Remark::Kind;

std::string text(const Vector& v) {
  std::string words;
  for (Index i = 0; i < v.size(); ++i) words += (i > 0 ? " " : "") + Expression(v(i)).text;
  return words;
}

Vector unit_quaternion(Random& random) { return random_vector(random, 4).normalized(); }

/// A chain of bodies with up to three joints each, and where it is by MuJoCo's rule.
struct Chain {
  std::string text;
  std::map<std::string, Vector> q;  // of our bodies
  std::vector<Frame> frames;        // of theirs
};

void add_joint(Chain& chain, Random& random, const std::string& ours, bool ball) {
  Frame& frame = chain.frames.back();
  const Vector3d anchor = random_vector(random, 3);
  const Vector3d axis = random_vector(random, 3);
  const std::string name = " name='" + ours + "' pos='" + text(anchor) + "'";
  if (ball) {
    const Vector e = unit_quaternion(random);
    chain.text += "<joint type='ball'" + name + "/>";
    chain.q[ours] = e;
    frame.translate(anchor).rotate(Eigen::Quaterniond(e(0), e(1), e(2), e(3))).translate(-anchor);
    return;
  }
  const double q = random.uniform(-2, 2);
  const bool slide = random.chance(0.3);
  const std::string with_axis = name + " axis='" + text(axis) + "' ref='0.25'";
  chain.text += std::string("<joint type='") + (slide ? "slide'" : "hinge'") + with_axis + "/>";
  chain.q[ours] = Vector::Constant(1, q);
  if (slide)
    frame.translate(q * axis.normalized());
  else
    frame.translate(anchor).rotate(Eigen::AngleAxisd(q, axis.normalized())).translate(-anchor);
}

Chain random_chain(Random& random) {
  Chain chain;
  chain.text = "<mujoco><compiler angle='radian'/><worldbody>";
  const Index size = random.integer(1, 5);
  for (Index k = 0; k < size; ++k) {
    const std::string name = "b" + std::to_string(k);
    const Vector3d at = random_vector(random, 3);
    const Vector e = unit_quaternion(random);
    Frame frame = chain.frames.empty() ? Frame::Identity() : chain.frames.back();
    frame.translate(at).rotate(Eigen::Quaterniond(e(0), e(1), e(2), e(3)));
    chain.frames.push_back(frame);
    chain.text += "<body name='" + name + "' pos='" + text(at) + "' quat='" + text(3 * e) + "'>";
    const Index joints = random.integer(0, 3);
    for (Index j = 0; j < joints; ++j) {
      const bool last = j + 1 == joints;
      add_joint(chain, random, last ? name : name + "_" + std::to_string(j),
                last && random.chance(0.3));
    }
    chain.text += "<inertial mass='1' pos='1 2 3'/><site name='tip' pos='3 -1 2'/>";
  }
  for (Index k = 0; k < size; ++k) chain.text += "</body>";
  chain.text += "</worldbody></mujoco>";
  return chain;
}

}  // namespace

TEST(MjcfBody, PointsMoveAsMujocoMovesThem) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Chain chain = random_chain(random);
    // Sites of one name: only the first may be found by it, but all are points of their bodies.
    for (std::size_t at = 0, k = 0; (at = chain.text.find("'tip'", at)) != std::string::npos; ++k)
      chain.text.replace(at, 5, "'tip" + std::to_string(k) + "'");
    const import::Robot robot = read(chain.text);
    ASSERT_TRUE(robot.ok()) << complaints(robot);
    const std::map<std::string, Frame> ours = frames(robot.model, chain.q);
    for (std::size_t k = 0; k < chain.frames.size(); ++k) {
      const Body& one = body(robot, "b" + std::to_string(k));
      const Frame& frame = ours.at(one.name.text);
      const auto off = [&](const Components& here, const Vector3d& there) {
        return (frame * Vector3d(numbers(here)) - chain.frames[k] * there).norm();
      };
      // Distances of some ten, through at most five poses and fifteen joints.
      EXPECT_LT(off(one.points.at(0).position, {3, -1, 2}), 1e-13) << "seed " << seed;
      EXPECT_LT(off(one.center, {1, 2, 3}), 1e-13) << "seed " << seed;
      EXPECT_LT((frame.linear() - chain.frames[k].linear()).norm(), 1e-14) << "seed " << seed;
    }
  }
}

TEST(MjcfBody, SeveralJointsAreBodiesWithoutMass) {
  const import::Robot robot = read(
      "<mujoco><worldbody><body name='hip' pos='1 0 0'>\n"
      "<joint name='x' axis='1 0 0'/><joint axis='0 1 0'/><joint name='z' axis='0 0 2'/>\n"
      "<geom size='1' mass='2'/></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.bodies.size(), 3u);
  const auto& bodies = robot.model.bodies;
  EXPECT_EQ(bodies[0].name.text + bodies[1].name.text + bodies[2].name.text, "xjoint1hip");
  EXPECT_EQ(bodies[1].parent.text, "x");
  EXPECT_EQ(bodies[2].parent.text, "joint1");
  EXPECT_EQ(number(bodies[0].mass), 0);
  EXPECT_EQ(number(bodies[2].mass), 2);
  EXPECT_EQ(numbers(bodies[0].at), Vector3d(1, 0, 0));
  EXPECT_TRUE(bodies[1].at.empty());
  EXPECT_EQ(numbers(bodies[2].axis), Vector3d(0, 0, 1));
  EXPECT_EQ(robot.origins[0], "joint 'x', line 2");
  EXPECT_EQ(robot.origins[2], "body 'hip', line 1; joint 'z', line 2");
}

TEST(MjcfBody, AFreeBodyStartsWhereTheFilePutsIt) {
  const import::Robot robot = read(
      "<mujoco><worldbody><body pos='1 2 3' euler='0 0 90'><freejoint/><geom size='1'/></body>\n"
      "</worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Body& one = robot.model.bodies.at(0);
  EXPECT_EQ(one.name.text, "body1");
  EXPECT_EQ(one.joint.text, "free");
  EXPECT_TRUE(one.at.empty());
  EXPECT_EQ(one.rotation.form, Rotation::Form::none);
  ASSERT_EQ(one.start.size(), 2u);
  EXPECT_EQ(one.start[0].name.text, "position");
  EXPECT_EQ(numbers(one.start[0].numbers), Vector3d(1, 2, 3));
  EXPECT_EQ(one.start[1].name.text, "orientation");
  const double half = std::sqrt(0.5);
  EXPECT_LT((numbers(one.start[1].numbers, 4) - Eigen::Vector4d(half, 0, 0, half)).norm(), 1e-15);
}

TEST(MjcfBody, AFreeJointStandsAlone) {
  const std::string body = "<body><freejoint/><geom size='1'/></body>";
  EXPECT_EQ(complaints(read("<mujoco><worldbody><body>\n" + body + "</body></worldbody></mujoco>")),
            "robot.xml:2:8: E410: a free joint must be the only joint of a body in the world\n"
            "  <body><freejoint/><geom size='1'/></body></body></worldbody></mujoco>\n"
            "         ^^^^^^^^^\n");
  EXPECT_EQ(codes(read("<mujoco><worldbody><body><joint/>\n<freejoint/></body>"
                       "</worldbody></mujoco>")),
            "E410 2:2");
}

TEST(MjcfBody, SpringsDampersAndRotorsBecomeForces) {
  const import::Robot robot = read(
      "<mujoco><compiler angle='radian'/><worldbody><body name='a'>\n"
      "<joint stiffness='4' ref='0.5' springref='0.25' damping='3' frictionloss='2' "
      "armature='0.5'/>\n"
      "<geom size='1'/><body name='b'><joint type='slide' stiffness='1' armature='2'/>"
      "<geom size='1'/></body></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(number(body(robot, "a").damping), 3);
  EXPECT_EQ(number(body(robot, "a").friction), 2);
  // Their coordinate is 0.5 more than ours, and their spring rests at 0.25.
  EXPECT_EQ(robot.model.forces.at(0).potential.text, "2*(a.angle + 0.25)^2");
  EXPECT_EQ(robot.model.forces.at(1).potential.text, "0.5*b.position^2");
  EXPECT_EQ(robot.model.free.kinetic.text, "0.25*a.angle'^2 + b.position'^2");
  EXPECT_EQ(remarks(robot, Kind::noted),
            "'ref' of joints: coordinates count from there, not from 0 (2)");
}

TEST(MjcfBody, ContactsAndWhatBallsCannotHaveAreLeftOut) {
  const import::Robot robot = read(
      "<mujoco><worldbody><body>\n"
      "<joint range='-90 90'/>\n"
      "<joint type='slide' range='-1 1' limited='false'/>\n"
      "<joint type='ball' stiffness='1' armature='1' range='0 30'/>\n"
      "<geom size='1'/>\n"
      "<geom size='1' contype='0' conaffinity='0'/></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(remarks(robot, Kind::left_out),
            "limits of ball joints: they are not enforced (4), "
            "'stiffness' of ball and free joints (4), 'armature' of ball and free joints (4), "
            "contacts of geoms: they pass through each other (5)");
  ASSERT_EQ(robot.model.bodies.at(0).limits.size(), 1u);
  EXPECT_EQ(robot.model.bodies.at(0).limits[0].range.at(1).text, "1.5707963267948966");
  EXPECT_TRUE(robot.model.bodies.at(1).limits.empty());
}

// Their coordinate is 0.5 where ours is 0; a joint that lies beyond its limits starts at the nearer.
TEST(MjcfBody, LimitsCountFromTheReference) {
  const import::Robot robot = read(
      "<mujoco><compiler angle='radian'/><worldbody><body>\n"
      "<joint name='a' range='0.75 1' ref='0.5'/><geom size='1'/></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Body& body = robot.model.bodies.at(0);
  ASSERT_EQ(body.limits.size(), 1u);
  EXPECT_EQ(body.limits[0].range.at(0).text, "0.25");
  EXPECT_EQ(body.limits[0].range.at(1).text, "0.5");
  ASSERT_EQ(body.start.size(), 1u);
  EXPECT_EQ(body.start[0].numbers.at(0).text, "0.25");
}

// In newer files <frame> moves what is in it, joints and inertias too.
TEST(MjcfBody, FramesMoveWhatIsInThem) {
  const std::string plain =
      "<mujoco><worldbody><body name='a' pos='1 0 0' euler='90 0 0'>"
      "<joint axis='0 1 0' pos='0 2 0'/><inertial mass='1' pos='0 1 0' euler='0 90 0' "
      "diaginertia='1 2 2.5'/><site name='s' pos='1 1 1'/></body></worldbody></mujoco>";
  const std::string framed =
      "<mujoco><worldbody><frame pos='1 0 0'><body name='a' euler='90 0 0'>"
      "<frame euler='0 0 90'><frame pos='1 0 0'><joint axis='1 0 0' pos='1 0 0'/></frame>"
      "<inertial mass='1' pos='1 0 0' quat='0.5 0.5 0.5 -0.5' diaginertia='1 2 2.5'/>"
      "<site name='s' pos='1 -1 1'/></frame></body></frame></worldbody></mujoco>";
  const import::Robot one = read(plain), two = read(framed);
  ASSERT_TRUE(one.ok() && two.ok()) << complaints(one) << complaints(two);
  const Body &a = one.model.bodies.at(0), &b = two.model.bodies.at(0);
  EXPECT_LT((numbers(a.at) - numbers(b.at)).norm(), 1e-15);
  EXPECT_LT((numbers(a.axis) - numbers(b.axis)).norm(), 1e-15);
  EXPECT_LT((numbers(a.center) - numbers(b.center)).norm(), 1e-15);
  EXPECT_LT((numbers(a.points.at(0).position) - numbers(b.points.at(0).position)).norm(), 1e-15);
  EXPECT_LT((inertia(a) - inertia(b)).norm(), 1e-15);
}

TEST(MjcfBody, WhatHasNoMassIsNoted) {
  const import::Robot robot = read(
      "<mujoco><worldbody><body name='a'><joint/>\n<body name='b'><joint/></body></body>\n"
      "<body name='c'><joint/><body><geom size='1'/></body></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(remarks(robot, Kind::noted),
            "neither <body name='a'> nor anything that moves with it has mass (1), "
            "neither <body name='b'> nor anything that moves with it has mass (2)");
  EXPECT_EQ(codes(read("<mujoco><worldbody/></mujoco>")), "E404 1:2");
}

TEST(MjcfBody, TwoOfOneNameAreRefused) {
  EXPECT_EQ(complaints(read("<mujoco><worldbody><body name='a'/>\n<body name='a'/></worldbody>"
                            "</mujoco>")),
            "robot.xml:2:13: E407: there are two <body> called 'a'\n"
            "  <body name='a'/></worldbody></mujoco>\n"
            "              ^\n");
}

}  // namespace zwang::test
