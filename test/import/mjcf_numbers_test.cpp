// SPDX-License-Identifier: Apache-2.0
// How MJCF says numbers: angles, orientations, default classes, masses.

#include <gtest/gtest.h>

#include <numbers>

#include "import/poses.h"
#include "support/random.h"

namespace zwang::test {

namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Kind = import::Remark::Kind;

/// A file with one body: what stands before the world, and in the body.
import::Robot one_body(const std::string& before, const std::string& inside,
                       const std::string& attributes = "",
                       const std::map<std::string, std::string>& files = {}){
    return read("<mujoco>" + before + "<worldbody>\n<body name='a' " + attributes + ">\n" + inside +
                    "</body></worldbody></mujoco>",
                {}, files);
}  // namespace

Matrix3d turn(const std::string& compiler, const std::string& attribute) {
  const import::Robot robot = one_body("<compiler " + compiler + "/>", "", attribute);
  EXPECT_TRUE(robot.ok()) << complaints(robot);
  return rotation_matrix(robot.model.bodies.at(0).rotation);
}

Matrix3d about(const Vector3d& axis, double angle) {
  return AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();

}  // namespace zwang::test

TEST(MjcfNumbers, OrientationsHaveFiveForms) {
  const double deg = std::numbers::pi / 180;
  EXPECT_LT((turn("", "quat='2 0 0 2'") - about(z, 90 * deg)).norm(), 1e-15);
  EXPECT_LT((turn("", "axisangle='0 3 4 30'") - about({0, 3, 4}, 30 * deg)).norm(), 1e-15);
  EXPECT_LT((turn("angle='radian'", "axisangle='0 3 4 0.5'") - about({0, 3, 4}, 0.5)).norm(),
            1e-15);
  EXPECT_LT((turn("", "zaxis='0 -2 0'") * z + y).norm(), 1e-15);
  // y is taken across x.
  const Matrix3d axes = turn("", "xyaxes='0 2 0 -1 5 0'");
  EXPECT_LT((axes * x - y).norm(), 1e-15);
  EXPECT_LT((axes * y + x).norm(), 1e-15);
  // Small letters turn about axes that turn along, capitals about fixed ones.
  const Matrix3d X = about(x, 0.1), Y = about(y, 0.2), Z = about(z, 0.3);
  EXPECT_LT((turn("angle='radian'", "euler='0.1 0.2 0.3'") - X * Y * Z).norm(), 1e-15);
  EXPECT_LT((turn("angle='radian' eulerseq='zyx'", "euler='0.3 0.2 0.1'") - Z * Y * X).norm(),
            1e-15);
  EXPECT_LT((turn("angle='radian' eulerseq='XYZ'", "euler='0.1 0.2 0.3'") - Z * Y * X).norm(),
            1e-15);
  EXPECT_LT((turn("eulerseq='zXy'", "euler='10 20 30'") -
             about(x, 20 * deg) * about(z, 10 * deg) * about(y, 30 * deg))
                .norm(),
            1e-15);
}

TEST(MjcfNumbers, OrientationsThatAreNoneAreShown) {
  EXPECT_EQ(codes(one_body("", "", "quat='0 0 0 0'")), "E405 2:22");
  EXPECT_EQ(codes(one_body("", "", "xyaxes='1 2 3 2 4 6'")), "E405 2:24");
  EXPECT_EQ(codes(one_body("", "", "axisangle='0 0 0 1'")), "E405 2:27");
  EXPECT_EQ(codes(one_body("", "", "zaxis='0 0 0'")), "E405 2:23");
  EXPECT_EQ(codes(one_body("<compiler eulerseq='abc'/>", "")), "E406 1:29");
  EXPECT_EQ(codes(one_body("<compiler angle='grad'/>", "")), "E406 1:26");
  EXPECT_EQ(codes(one_body("<compiler coordinate='global'/>", "")), "E410 1:31");
}

TEST(MjcfNumbers, ClassesGiveWhatElementsDoNotSay) {
  const std::string defaults =
      "<default><joint damping='1' type='slide' axis='1 0 0'/>"
      "<default class='one'><joint damping='2'/><default class='two'><joint axis='0 1 0'/>"
      "</default></default></default>"
      "<default><joint frictionloss='5'/></default>";  // sections of one class are put together
  const auto joint = [&](const std::string& inside, const std::string& attributes = "") {
    const import::Robot robot = one_body(defaults, inside, attributes);
    EXPECT_TRUE(robot.ok()) << complaints(robot);
    const Body& a = robot.model.bodies.at(0);
    return a.joint.text + " " + a.damping.text + " " + a.friction.text + " " + a.axis.at(0).text +
           a.axis.at(1).text + a.axis.at(2).text;
  };
  EXPECT_EQ(joint("<joint/>"), "slider 1 5 100");
  EXPECT_EQ(joint("<joint class='one'/>"), "slider 2 5 100");
  EXPECT_EQ(joint("<joint class='two' type='hinge'/>"), "hinge 2 5 010");
  EXPECT_EQ(joint("<joint/>", "childclass='two'"), "slider 2 5 010");
  EXPECT_EQ(joint("<joint class='main'/>", "childclass='two'"), "slider 1 5 100");
  EXPECT_EQ(joint("<frame childclass='one'><joint axis='0 0 1'/></frame>", "childclass='two'"),
            "slider 2 5 001");
  EXPECT_EQ(complaints(one_body(defaults, "<joint class='three'/>")),
            "robot.xml:3:15: E406: there is no default class 'three'\n"
            "  <joint class='three'/></body></worldbody></mujoco>\n"
            "                ^^^^^\n");
  EXPECT_EQ(codes(one_body("<default><default class='a'/><default class='a'/></default>", "")),
            "E407 1:54");
}

// What an element says of its orientation in one form, its class does not say in another.
TEST(MjcfNumbers, AnOrientationHidesThatOfItsClass) {
  const import::Robot robot =
      one_body("<default><geom type='box' size='1 2 3' mass='1' euler='90 0 0'/></default>",
               "<geom quat='1 0 0 0'/>");
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_LT(inertia(robot.model.bodies.at(0))(2, 2), inertia(robot.model.bodies.at(0))(1, 1));
}

TEST(MjcfNumbers, GeomsWeighByMassOrDensity) {
  const auto mass = [](const std::string& geom) {
    const import::Robot robot = one_body("", geom);
    EXPECT_TRUE(robot.ok()) << complaints(robot);
    return number(robot.model.bodies.at(0).mass);
  };
  EXPECT_EQ(mass("<geom type='box' size='0.5 0.5 0.5'/>"), 1000);
  EXPECT_EQ(mass("<geom type='box' size='0.5 0.5 0.5' density='3'/>"), 3);
  EXPECT_EQ(mass("<geom type='box' size='0.5 0.5 0.5' density='3' mass='2'/>"), 2);
  EXPECT_EQ(mass("<geom type='box' size='1 1 1' mass='2'/><geom size='1' mass='3'/>"), 5);
  EXPECT_EQ(mass("<geom type='plane' size='1 1 1'/>"), 0);
  EXPECT_EQ(mass("<geom type='box' fromto='0 0 0 0 0 1' size='0.5' density='1'/>"), 1);
}

// A rod from one end to the other, however it is written.
TEST(MjcfNumbers, EndsGiveTheSameAsAPose) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const Vector3d from = random_vector(random, 3), to = random_vector(random, 3);
    const Vector3d middle = (from + to) / 2, along = to - from;
    const auto words = [](const Vector3d& v) {
      return Expression(v(0)).text + " " + Expression(v(1)).text + " " + Expression(v(2)).text;
    };
    const std::string half = Expression(along.norm() / 2).text;
    for (const std::string type : {"capsule", "cylinder", "box", "ellipsoid"}) {
      const bool two = type == "capsule" || type == "cylinder";
      const import::Robot ends = one_body("", "<geom type='" + type + "' size='0.3' fromto='" +
                                                  words(from) + " " + words(to) + "'/>");
      const import::Robot pose =
          one_body("", "<geom type='" + type + "' size='0.3 " + (two ? "" : "0.3 ") + half +
                           "' pos='" + words(middle) + "' zaxis='" + words(along) + "'/>");
      ASSERT_TRUE(ends.ok() && pose.ok()) << complaints(ends) << complaints(pose);
      const Body &a = ends.model.bodies.at(0), &b = pose.model.bodies.at(0);
      EXPECT_NEAR(number(a.mass) / number(b.mass), 1, 1e-14) << seed << type;
      EXPECT_LT((numbers(a.center) - numbers(b.center)).norm(), 1e-14) << seed << type;
      EXPECT_LT((inertia(a) - inertia(b)).norm(), 1e-13 * inertia(a).norm()) << seed << type;
    }
  }
}

TEST(MjcfNumbers, InertiaComesFromInertialUnlessItIsToldOtherwise) {
  const std::string both =
      "<inertial pos='1 2 3' mass='7' fullinertia='4 5 6 0.1 0.2 0.3'/><geom size='1' mass='2'/>";
  const auto mass = [&](const std::string& compiler, const std::string& inside) {
    const import::Robot robot = one_body("<compiler " + compiler + "/>", inside);
    EXPECT_TRUE(robot.ok()) << complaints(robot);
    return number(robot.model.bodies.at(0).mass);
  };
  EXPECT_EQ(mass("", both), 7);
  EXPECT_EQ(mass("inertiafromgeom='true'", both), 2);
  EXPECT_EQ(mass("inertiafromgeom='false'", "<geom size='1' mass='2'/>"), 0);
  EXPECT_EQ(mass("inertiagrouprange='1 2'",
                 "<geom size='1' mass='2'/>"
                 "<geom size='1' mass='3' group='2'/>"),
            3);
  const import::Robot robot = one_body("", both);
  Matrix I(3, 3);
  I << 4, 0.1, 0.2, 0.1, 5, 0.3, 0.2, 0.3, 6;
  EXPECT_EQ(inertia(robot.model.bodies.at(0)), I);
  EXPECT_EQ(numbers(robot.model.bodies.at(0).center), Vector3d(1, 2, 3));
}

TEST(MjcfNumbers, TheCompilerChangesMasses) {
  const std::string thin =
      "<inertial pos='0 0 0' mass='0.5' diaginertia='1 1 4'/>"
      "<body name='b'><inertial pos='0 0 0' mass='1.5' diaginertia='1 1 1'/></body>";
  EXPECT_EQ(
      remarks(one_body("", thin), Kind::noted),
      "no body has the inertia of <body name='a'>: one of its principal moments is larger than "
      "the sum of the other two; it is used unchanged (2)");
  const std::string negative = "<inertial pos='0 0 0' mass='0.5' diaginertia='1 1 -1'/>";
  EXPECT_EQ(complaints(one_body("", "<joint/>" + negative)),
            "robot.xml:2:2: E409: no body has the inertia of <body name='a'>: one of its principal "
            "moments is negative\n"
            "  <body name='a' >\n"
            "   ^^^^\n"
            "  hint: <compiler balanceinertia=\"true\"/> makes such inertias round\n");
  EXPECT_TRUE(one_body("", negative).ok());  // it stands still
  const import::Robot balanced = one_body("<compiler balanceinertia='true'/>", thin);
  EXPECT_EQ(inertia(body(balanced, "a")), Matrix(Matrix::Identity(3, 3) * 2));
  const import::Robot scaled = one_body("<compiler balanceinertia='true' settotalmass='8'/>", thin);
  EXPECT_EQ(number(body(scaled, "a").mass), 2);
  EXPECT_EQ(number(body(scaled, "b").mass), 6);
  EXPECT_EQ(inertia(body(scaled, "b")), Matrix(Matrix::Identity(3, 3) * 4));
  const import::Robot bounded = one_body("<compiler boundmass='1' boundinertia='3'/>", thin);
  EXPECT_EQ(number(body(bounded, "a").mass), 1);
  EXPECT_EQ(number(body(bounded, "b").mass), 1.5);
  EXPECT_EQ(inertia(body(bounded, "a")), Matrix(Vector3d(3, 3, 4).asDiagonal()));
}

TEST(MjcfNumbers, MeshesAreNamedWhereTheirMassIsNeeded) {
  const std::string asset =
      "<compiler meshdir='m'/><asset><mesh name='hat' file='hat.stl'/>"
      "<mesh file='x/shoe.stl'/><mesh name='egg' file='egg.msh'/></asset>";
  const std::map<std::string, std::string> there{{"m/hat.stl", ""}, {"m/egg.msh", ""}};
  const auto why = [&](const std::string& mesh) {
    const import::Robot robot =
        one_body(asset, "<joint/><geom type='mesh' " + mesh + "/>", "", there);
    return robot.complaints.size() == 1 ? robot.complaints[0].what : complaints(robot);
  };
  EXPECT_EQ(complaints(one_body(asset, "<joint/>\n<geom type='mesh' mesh='hat'/>", "", there)),
            "robot.xml:4:2: E410: the mass of <body name='a'> is unknown: "
            "the mesh file 'm/hat.stl' is broken\n"
            "  <geom type='mesh' mesh='hat'/></body></worldbody></mujoco>\n"
            "   ^^^^\n"
            "  hint: give the body an <inertial>, or this geom mass=\"0\"\n");
  const std::string unknown = "the mass of <body name='a'> is unknown: ";
  EXPECT_EQ(why("mesh='egg'"), unknown + "the mesh file 'm/egg.msh' is neither STL nor OBJ");
  EXPECT_EQ(why("mesh='sock'"), unknown + "there is no mesh 'sock'");
  EXPECT_EQ(why("mesh='shoe'"), unknown + "the mesh file 'm/x/shoe.stl' is not there");
  EXPECT_EQ(remarks(one_body(asset, "<geom mesh='shoe'/>", "", there), Kind::noted),
            "the mesh file 'm/x/shoe.stl' is not there (1)");
  // It stands still, weighs nothing, or says itself what it weighs.
  EXPECT_TRUE(one_body(asset, "<geom mesh='shoe'/>").ok());
  EXPECT_TRUE(one_body(asset, "<joint/><geom mesh='shoe' mass='0'/>").ok());
  EXPECT_TRUE(one_body(asset, "<joint/><inertial mass='1' pos='0 0 0'/><geom mesh='shoe'/>").ok());
}

TEST(MjcfNumbers, WrongGeomsAreShown) {
  EXPECT_EQ(complaints(one_body("", "<geom type='box' size='1 2'/>")),
            "robot.xml:3:24: E405: a box has 3 sizes\n"
            "  <geom type='box' size='1 2'/></body></worldbody></mujoco>\n"
            "                         ^^^\n");
  EXPECT_EQ(codes(one_body("", "<geom/>")), "E405 3:2");
  EXPECT_EQ(codes(one_body("", "<geom size='-1'/>")), "E405 3:13");
  EXPECT_EQ(codes(one_body("", "<geom type='blob' size='1'/>")), "E406 3:13");
  EXPECT_EQ(codes(one_body("", "<geom type='capsule' size='1' fromto='1 2 3 1 2 3'/>")),
            "E405 3:39");
  EXPECT_EQ(codes(one_body("", "<geom size='1' mass='-2'/>")), "E409 3:22");
  EXPECT_EQ(codes(one_body("", "<joint/><geom size='1' shellinertia='true'/>")), "E410 3:10");
  EXPECT_EQ(codes(one_body("", "<inertial pos='0 0 0'/>")), "E404 3:2");
}

TEST(MjcfNumbers, GravityIsThatOfTheFile) {
  const auto gravity = [](const std::string& option) {
    return Vector3d(numbers(one_body(option, "").model.free.gravity));
  };
  EXPECT_EQ(gravity(""), Vector3d(0, 0, -9.81));
  EXPECT_EQ(gravity("<option gravity='1 2 3'/>"), Vector3d(1, 2, 3));
  EXPECT_EQ(gravity("<option gravity='1 2 3'><flag gravity='disable'/></option>"),
            Vector3d(0, 0, 0));
}

}  // namespace zwang::test
