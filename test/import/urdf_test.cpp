// SPDX-License-Identifier: Apache-2.0
// URDF: links, joints and what is wrong with them.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "import/reading.h"

namespace zwang::test {

namespace {

using Kind = import::Remark::Kind;

const std::string two_links =
    "<robot name='r'>\n"
    "<link name='a'/>\n"
    "<link name='b'/>\n";

/// A robot of two links and this joint from a to b.
import::Robot joined(const std::string& type, const std::string& inside,
                     const import::Options& options = {}){
    return read(two_links + "<joint name='j' type='" + type +
                    "'><parent link='a'/><child link='b'/>\n" + inside + "</joint></robot>",
                options);
}  // namespace

/// One link with this in <inertial>.
import::Robot weighed(const std::string& inside, bool floating = false){
    return read("<robot name='r'><link name='a'><inertial>\n" + inside +
                    "</inertial></link></robot>",
                {"", floating, ""});
}  // namespace zwang::test

}  // namespace

TEST(Urdf, EveryTypeOfJointIsRead) {
  const std::string rest = "<axis xyz='0 0 2'/><origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>";
  const std::pair<const char*, const char*> types[] = {
      {"fixed", "fixed"},      {"revolute", "hinge"}, {"continuous", "hinge"},
      {"prismatic", "slider"}, {"planar", "planar"},  {"floating", "free"}};
  for (const auto& [theirs, ours] : types) {
    SCOPED_TRACE(theirs);
    const import::Robot robot = joined(theirs, rest);
    ASSERT_TRUE(robot.ok()) << complaints(robot);
    ASSERT_EQ(robot.model.bodies.size(), 2u);
    const Body& b = robot.model.bodies[1];
    EXPECT_EQ(b.joint.text, ours);
    EXPECT_EQ(b.parent.text, "a");
    EXPECT_EQ(numbers(b.at), Eigen::Vector3d(1, 2, 3));
    EXPECT_EQ(b.rotation.form, Rotation::Form::roll_pitch_yaw);
    EXPECT_EQ(numbers(b.rotation.numbers), Eigen::Vector3d(0.1, 0.2, 0.3));
    const bool along = std::string(ours) == "hinge" || std::string(ours) == "slider";
    EXPECT_EQ(b.axis.size(), along ? 3u : 0u);
    if (along) EXPECT_EQ(numbers(b.axis), Eigen::Vector3d(0, 0, 1));
  }
}

TEST(Urdf, TheAxisIsXUnlessItSaysOtherwise) {
  EXPECT_EQ(numbers(joined("revolute", "").model.bodies.at(1).axis), Eigen::Vector3d(1, 0, 0));
}

// The plane of a URDF is across its axis, ours is x, y of the joint frame: a carrier stands between.
TEST(Urdf, APlaneAcrossAnyAxisIsLaidIntoOurs) {
  const import::Robot robot = joined("planar", "<axis xyz='0 3 4'/><origin rpy='0.4 0 0.2'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.bodies.size(), 3u);
  const Body &carrier = robot.model.bodies[1], &link = robot.model.bodies[2];
  EXPECT_EQ(carrier.joint.text, "planar");
  EXPECT_EQ(link.joint.text, "fixed");
  EXPECT_EQ(link.parent.text, carrier.name.text);
  const auto turn = [](const Rotation& r) {
    const Vector q = numbers(r.numbers, 4);
    return Eigen::Quaterniond(q(0), q(1), q(2), q(3)).toRotationMatrix();
  };
  using Eigen::AngleAxisd;
  const Eigen::Matrix3d R =
      (AngleAxisd(0.2, Eigen::Vector3d::UnitZ()) * AngleAxisd(0.4, Eigen::Vector3d::UnitX()))
          .toRotationMatrix();
  const Eigen::Matrix3d C = turn(carrier.rotation);
  EXPECT_LT((C.col(2) - R * Eigen::Vector3d(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_LT((C * turn(link.rotation) - R).norm(), 1e-15);
}

TEST(Urdf, TheInertiaIsTurnedIntoTheAxesOfTheLink) {
  const import::Robot robot = weighed(
      "<origin xyz='1 2 3' rpy='0.1 -0.2 0.3'/><mass value='4'/>"
      "<inertia ixx='1' ixy='0.1' ixz='0.2' iyy='1.5' iyz='-0.1' izz='2'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  const Body& a = robot.model.bodies.at(0);
  EXPECT_EQ(a.joint.text, "fixed");
  EXPECT_EQ(number(a.mass), 4);
  EXPECT_EQ(numbers(a.center), Eigen::Vector3d(1, 2, 3));
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  const Eigen::Matrix3d R =
      (AngleAxisd(0.3, Vector3d::UnitZ()) * AngleAxisd(-0.2, Vector3d::UnitY()) *
       AngleAxisd(0.1, Vector3d::UnitX()))
          .toRotationMatrix();
  Matrix I(3, 3);
  I << 1, 0.1, 0.2, 0.1, 1.5, -0.1, 0.2, -0.1, 2;
  EXPECT_LT((inertia(a) - R * I * R.transpose()).norm(), 1e-15);
}

TEST(Urdf, TheRootIsFixedOrFree) {
  EXPECT_EQ(joined("fixed", "").model.bodies.at(0).joint.text, "fixed");
  EXPECT_EQ(joined("fixed", "", {"", true, ""}).model.bodies.at(0).joint.text, "free");
}

TEST(Urdf, LinksStandBehindTheirParents) {
  const import::Robot robot = read(
      "<robot name='r'><link name='tip'/><link name='mid'/><link name='base'/>\n"
      "<joint name='2' type='fixed'><parent link='mid'/><child link='tip'/></joint>\n"
      "<joint name='1' type='fixed'><parent link='base'/><child link='mid'/></joint></robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.bodies[0].name.text, "base");
  EXPECT_EQ(robot.model.bodies[1].name.text, "mid");
  EXPECT_EQ(robot.model.bodies[2].name.text, "tip");
}

TEST(Urdf, AMimicBecomesAnEquation) {
  const import::Robot robot = read(
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>\n"
      "<joint name='j' type='prismatic'><parent link='a'/><child link='b'/></joint>\n"
      "<joint name='k' type='revolute'><parent link='a'/><child link='c'/>\n"
      "<mimic joint='j' multiplier='-2' offset='0.5'/></joint></robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  ASSERT_EQ(robot.model.constraints.size(), 1u);
  EXPECT_EQ(robot.model.constraints[0].name.text, "k");
  EXPECT_EQ(robot.model.constraints[0].equations.at(0).text, "c.angle = -2*b.position + 0.5");
  EXPECT_EQ(body(robot, "c").start.at(0).name.text, "angle");
  EXPECT_EQ(number(body(robot, "c").start.at(0).numbers.at(0)), 0.5);
}

TEST(Urdf, WhatIsLeftOutIsListed) {
  const import::Robot robot = read(
      "<robot name='r'>\n"
      "<material name='m'/>\n"
      "<link name='a' colour='red'><visual/><collision/></link>\n"
      "<link name='b'/>\n"
      "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>\n"
      "<limit lower='-1' upper='2' effort='3' velocity='4'/><safety_controller/></joint>\n"
      "<transmission name='t'><type>x</type></transmission>\n"
      "<gazebo reference='a'/>\n"
      "</robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(remarks(robot, Kind::left_out),
            "'colour' of <link> (3), <collision> (3), <safety_controller> (6), "
            "<transmission name='t'> (7), <gazebo> (8), "
            "limits of rates and efforts: they are not enforced (6)");
  EXPECT_EQ(remarks(robot, Kind::unused), "<material> (2), <visual> (3)");
  EXPECT_EQ(remarks(robot, Kind::noted),
            "neither <link name='b'> nor anything that moves with it has mass (4)");
  EXPECT_EQ(robot.origins.at(1),
            "link 'b', line 4; joint 'j', line 5\n"
            "not enforced: rate at most 4, effort at most 3");
  const std::vector<JointLimits>& limits = robot.model.bodies.at(1).limits;
  ASSERT_EQ(limits.size(), 1u);
  EXPECT_EQ(limits[0].range.at(0).text, "-1");
  EXPECT_EQ(limits[0].range.at(1).text, "2");
}

// What turns for ever has no limits, whatever the file says of it; what starts beyond them starts at
// the nearer one.
TEST(Urdf, LimitsAreThoseOfRevoluteAndPrismaticJoints) {
  const import::Robot robot = read(
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>\n"
      "<joint name='i' type='continuous'><parent link='a'/><child link='b'/>"
      "<limit lower='-1' upper='1'/></joint>\n"
      "<joint name='j' type='prismatic'><parent link='b'/><child link='c'/>"
      "<limit lower='0.5' upper='1'/></joint>\n"
      "<joint name='k' type='revolute'><parent link='c'/><child link='d'/>"
      "<limit lower='0' upper='0'/></joint></robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_TRUE(robot.model.bodies.at(1).limits.empty());
  ASSERT_EQ(robot.model.bodies.at(2).limits.size(), 1u);
  ASSERT_EQ(robot.model.bodies.at(2).start.size(), 1u);
  EXPECT_EQ(robot.model.bodies.at(2).start[0].numbers.at(0).text, "0.5");
  EXPECT_TRUE(robot.model.bodies.at(3).limits.empty());
  EXPECT_EQ(remarks(robot, Kind::left_out), "limits of joints between which nothing lies (4)");
}

TEST(Urdf, LoopsAreToBeClosedElsewhere) {
  const std::string loop =
      two_links +
      "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
      "<joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint></robot>";
  EXPECT_EQ(
      complaints(read(loop)),
      "robot.xml:5:2: E408: the link 'b' has two parent joints\n"
      "  <joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint></robot>\n"
      "   ^^^^^\n"
      "  hint: leave one of them out, and close the loop with [[constraints]] in the model\n");
}

TEST(Urdf, LinksMakeOneTree) {
  EXPECT_EQ(complaints(read(two_links + "</robot>")),
            "robot.xml:3:13: E408: the link 'b' has no parent, like 'a'\n"
            "  <link name='b'/>\n"
            "              ^\n"
            "  hint: all links of a URDF must form one tree\n");
  const std::string circle =
      "<robot name='r'><link name='a'/>\n<link name='b'/><link name='c'/>\n"
      "<joint name='j' type='fixed'><parent link='b'/><child link='c'/></joint>\n"
      "<joint name='k' type='fixed'><parent link='c'/><child link='b'/></joint></robot>";
  EXPECT_EQ(complaints(read(circle)),
            "robot.xml:2:13: E408: the link 'b' is its own ancestor, through other links\n"
            "  <link name='b'/><link name='c'/>\n"
            "              ^\n");
}

TEST(Urdf, NamesAreThereAndNotTwice) {
  EXPECT_EQ(
      codes(joined("fixed", "").complaints.empty() ? read(two_links + "<link name='b'/></robot>")
                                                   : import::Robot()),
      "E407 4:13");
  EXPECT_EQ(codes(read("<robot name='r'><link/></robot>")), "E404 1:18");
  EXPECT_EQ(complaints(joined("revolute", "<mimic joint='x'/>")),
            "robot.xml:5:15: E406: there is no joint 'x' with one coordinate\n"
            "  <mimic joint='x'/></joint></robot>\n"
            "                ^\n");
  EXPECT_EQ(codes(read(two_links +
                       "<joint name='j' type='fixed'><parent link='x'/><child link='b'/></joint>"
                       "</robot>")),
            "E406 4:44");
}

TEST(Urdf, NumbersAreNumbers) {
  EXPECT_EQ(complaints(joined("revolute", "<axis xyz='0 0 x'/>")),
            "robot.xml:5:12: E405: 'x' is not a valid number\n"
            "  <axis xyz='0 0 x'/></joint></robot>\n"
            "             ^^^^^\n");
  EXPECT_EQ(complaints(joined("revolute", "<axis xyz='0 1'/>")),
            "robot.xml:5:12: E405: 'xyz' of <axis> takes 3 numbers, not 2\n"
            "  <axis xyz='0 1'/></joint></robot>\n"
            "             ^^^\n");
  for (const char* bad :
       {"nan 0 1", "inf 0 0", "1e31 0 0", "0x1 0 0", "1,0,0", "1 2 3 4", "+-1 0 0"})
    EXPECT_EQ(codes(joined("revolute", std::string("<axis xyz='") + bad + "'/>")), "E405 5:12")
        << bad;
  EXPECT_EQ(codes(joined("revolute", "<axis xyz='0 0 0'/>")), "E405 5:12");
  for (const char* good : {" +1\t0\n0 ", "1. .5 1e-3", "1E0 -0 1e-400"})
    EXPECT_TRUE(joined("revolute", std::string("<axis xyz='") + good + "'/>").ok()) << good;
  EXPECT_EQ(codes(joined("revolute", "<dynamics damping='-1'/>")), "E405 5:20");
  // Too large is not too small.
  for (const char* bad : {"1e400", "-1e400", "9e99999"})
    EXPECT_EQ(codes(joined("revolute", std::string("<origin xyz='0 0 ") + bad + "'/>")),
              "E405 5:14")
        << bad;
}

// What breaks the triangle inequality moves like any other; a negative moment has a negative energy.
TEST(Urdf, ImpossibleInertiasAreNamed) {
  const import::Robot thin = weighed("<mass value='1'/>\n<inertia ixx='1' iyy='1' izz='3'/>", true);
  ASSERT_TRUE(thin.ok()) << complaints(thin);
  EXPECT_EQ(
      remarks(thin, Kind::noted),
      "no body has the inertia of <link name='a'>: one of its principal moments is larger than "
      "the sum of the other two; it is used unchanged (3)");
  EXPECT_EQ(inertia(thin.model.bodies.at(0)), Matrix(Eigen::Vector3d(1, 1, 3).asDiagonal()));
  EXPECT_EQ(
      complaints(weighed("<mass value='1'/>\n<inertia ixx='1' iyy='1' izz='1' ixy='2'/>", true)),
      "robot.xml:3:2: E409: no body has the inertia of <link name='a'>: one of its principal "
      "moments is negative\n"
      "  <inertia ixx='1' iyy='1' izz='1' ixy='2'/></inertial></link></robot>\n"
      "   ^^^^^^^\n");
  EXPECT_EQ(complaints(weighed("<mass value='-1'/><inertia ixx='0' iyy='0' izz='0'/>", true)),
            "robot.xml:2:14: E409: <link name='a'> has a negative mass\n"
            "  <mass value='-1'/><inertia ixx='0' iyy='0' izz='0'/></inertial></link></robot>\n"
            "               ^^\n");
  EXPECT_EQ(codes(weighed("<mass value='1'/>")), "E404 1:33");
}

TEST(Urdf, WhatStandsStillNeedsNoMass) {
  const import::Robot robot = weighed("<mass value='-1'/><inertia ixx='-1' iyy='0' izz='0'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(number(robot.model.bodies.at(0).mass), 0);
  EXPECT_EQ(
      remarks(robot, Kind::noted),
      "mass or inertia of <link name='a'> is negative; the body cannot move and needs none (2)");
}

// Programs that add up links leave 1e-19 where moments cancel, with any sign.
TEST(Urdf, WhatIsLeftOfNothingIsNothing) {
  const import::Robot robot = read(
      "<robot name='r'><link name='a'/>\n"
      "<link name='b'><inertial><mass value='1'/>\n"
      "<inertia ixx='-5e-20' iyy='-5e-20' izz='0'/></inertial></link>\n"
      "<link name='c'><inertial><mass value='1'/>\n"
      "<inertia ixx='1e-3' iyy='1e-3' izz='1e-3'/></inertial></link>\n"
      "<joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint>\n"
      "<joint name='k' type='revolute'><parent link='b'/><child link='c'/></joint></robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_TRUE(body(robot, "b").inertia.empty());
}

TEST(Urdf, FixedJointsHaveNeitherAxisNorFriction) {
  const import::Robot robot = joined(
      "fixed", "<axis xyz='0 0 0'/><dynamics damping='0.5' friction='0.0'/><mimic joint='j'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_FALSE(robot.model.bodies.at(1).damping.given());
  EXPECT_TRUE(robot.model.bodies.at(1).axis.empty());
  EXPECT_EQ(remarks(robot, Kind::left_out),
            "'damping' of fixed joints (5), "
            "<mimic> between joints that have not one coordinate each (5)");
  const import::Robot plane = joined("planar", "<axis xyz='0 0 1'/><dynamics friction='2'/>");
  ASSERT_TRUE(plane.ok()) << complaints(plane);
  EXPECT_FALSE(plane.model.bodies.at(1).friction.given());
  EXPECT_EQ(remarks(plane, Kind::left_out), "'friction' of planar and floating joints (5)");
  EXPECT_EQ(joined("spherical", "").model.bodies.at(1).joint.text, "ball");
}

TEST(Urdf, XacroIsNotYetAUrdf) {
  const import::Robot robot =
      read("<robot name='r' xmlns:xacro='x'>\n<xacro:property name='p' value='1'/></robot>");
  EXPECT_EQ(complaints(robot),
            "robot.xml:2:2: E410: this is a xacro file; convert it to URDF first\n"
            "  <xacro:property name='p' value='1'/></robot>\n"
            "   ^^^^^^^^^^^^^^\n"
            "  hint: xacro robot.xml > robot.urdf\n");
  for (const char* value : {"${width/2} 0 0", "$(optenv X 0 0 0)"})
    EXPECT_EQ(codes(joined("fixed", std::string("<origin xyz='") + value + "'/>")), "E410 5:2");
}

TEST(Urdf, ComplaintsEndAfterAHundred) {
  std::string text = "<robot name='r'>";
  for (int i = 0; i < 300; ++i) text += "<joint/>";
  EXPECT_EQ(read(text + "</robot>").complaints.size(), 100u);
}

TEST(Urdf, AChainOfTenThousandLinksIsReadAtOnce) {
  std::string text = "<robot name='r'><link name='l0'/>";
  for (int i = 0; i < 10000; ++i) {
    const std::string a = std::to_string(i), b = std::to_string(i + 1);
    text += "<link name='l" + b + "'/><joint name='j" + a + "' type='revolute'><parent link='l" +
            a + "'/><child link='l" + b + "'/></joint>\n";
  }
  const import::Robot robot = read(text + "</robot>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(robot.model.bodies.size(), 10001u);
}

}  // namespace zwang::test
