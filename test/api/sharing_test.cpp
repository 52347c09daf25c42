// SPDX-License-Identifier: Apache-2.0
// Which components of the forces in a loop are unique: in a plane linkage those in its plane, wherever
// that plane lies.

#include <gtest/gtest.h>

#include "support/random.h"
#include "zwang/run.h"

namespace zwang::test {

namespace {

/// A four-bar linkage about z of a base that is turned; closed by this.
std::string four_bar(const std::string& rpy, const std::string& closure) {
  const auto bar = [](const std::string& name, const std::string& parent, double length, double at,
                      double angle) {
    return "[[bodies]]\nname = \"" + name + "\"\nparent = \"" + parent +
           "\"\njoint = \"hinge\"\naxis = [0, 0, 1]\nat = [" + std::to_string(at) +
           ", 0, 0]\nmass = 1\ninertia = [0.01, 0.1, 0.1]\ncenter = [" +
           std::to_string(length / 2) + ", 0, 0.05]\npoints = { end = [" + std::to_string(length) +
           ", 0, 0] }\nstart = { angle = " + std::to_string(angle) + " }\n";
  };
  return "[free]\ngravity = [1, 2, -9.81]\n[[bodies]]\nname = \"base\"\njoint = \"fixed\"\nmass = "
         "1\nrotation = { rpy = [" +
         rpy + "] }\npoints = { pin = [2, 0, 0] }\n" + bar("crank", "base", 1, 0, 1.2) +
         bar("coupler", "crank", 2, 1, -1.0) + bar("rocker", "coupler", 1.5, 2, -1.5) +
         "[[constraints]]\nname = \"pin\"\n" + closure + "\n[simulate]\nduration = 0.2\n";
}

const std::string by_hinge =
    "hinge = { between = [\"rocker.end\", \"base.pin\"], axis = [0, 0, 1] }";

const JointForce& joint(const Summary& summary, const std::string& body) {
  for (const JointForce& one : summary.joints)
    if (one.body == body) return one;
  return summary.joints.at(0);
}

using Flags = std::array<bool, 3>;

}  // namespace

TEST(Sharing, InAPlaneLinkageTheForcesOfThePlaneAreUnique) {
  const Summary flat = run(read_model(four_bar("0, 0, 0", by_hinge), "flat.toml")).summary();
  ASSERT_EQ(flat.ending, Ending::done) << flat.message;
  EXPECT_EQ(flat.sharing,
            "planar linkage: 3 equations redundant out of plane; in-plane forces are unique");
  for (const char* body : {"crank", "coupler", "rocker"}) {
    EXPECT_FALSE(joint(flat, body).unique);
    EXPECT_EQ(joint(flat, body).unique_parts.force, (Flags{true, true, false})) << body;
    EXPECT_EQ(joint(flat, body).unique_parts.torque, (Flags{false, false, true})) << body;
  }
  const BodyForce& closure = flat.forces.at(0).bodies.at(0);
  EXPECT_EQ(closure.unique_parts.force, (Flags{true, true, false}));
  // On its side the plane is x, z: what was z is -y.
  const Summary side =
      run(read_model(four_bar("1.5707963267948966, 0, 0", by_hinge), "side.toml")).summary();
  EXPECT_EQ(side.sharing, flat.sharing);
  EXPECT_EQ(joint(side, "crank").unique_parts.force, (Flags{true, false, true}));
}

// World axes see nothing that is unique; the axes of the bodies do.
TEST(Sharing, DoesNotDependOnHowTheLinkageStands) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string rpy;
    for (int k = 0; k < 3; ++k) rpy += (k ? ", " : "") + std::to_string(random.uniform(0.2, 1.2));
    const Summary turned = run(read_model(four_bar(rpy, by_hinge), "turned.toml")).summary();
    ASSERT_EQ(turned.ending, Ending::done) << turned.message;
    EXPECT_EQ(turned.sharing,
              "planar linkage: 3 equations redundant out of plane; in-plane forces are unique");
    EXPECT_EQ(joint(turned, "coupler").unique_parts.force, (Flags{false, false, false}));
    EXPECT_EQ(joint(turned, "coupler").unique_parts_in_body.force, (Flags{true, true, false}));
    EXPECT_EQ(joint(turned, "coupler").unique_parts_in_body.torque, (Flags{false, false, true}));
  }
}

// A point closes with one row too many, a rod as far as it needs; two hinges in one place share all.
TEST(Sharing, CountsWhatIsRedundant) {
  const Summary point =
      run(read_model(four_bar("0, 0, 0", "point = { between = [\"rocker.end\", \"base.pin\"] }"),
                     "p.toml"))
          .summary();
  EXPECT_EQ(point.sharing,
            "planar linkage: 1 equation redundant out of plane; in-plane forces are unique");
  const Summary twice =
      run(read_model(
              four_bar("0, 0, 0", by_hinge + "\n[[constraints]]\nname = \"again\"\n" + by_hinge),
              "twice.toml"))
          .summary();
  EXPECT_EQ(twice.sharing,
            "8 equations redundant; joint_forces and final_forces say which components are unique");
  const BodyForce& closure = twice.forces.at(0).bodies.at(0);
  EXPECT_EQ(closure.unique_parts.force, (Flags{false, false, false}));
  // What both do together is unique in the plane all the same.
  EXPECT_EQ(joint(twice, "rocker").unique_parts.force, (Flags{true, true, false}));
  const Summary free =
      run(read_model(four_bar("0, 0, 0", "equation = \"rocker.end.x = base.pin.x\""), "free.toml"))
          .summary();
  EXPECT_EQ(free.sharing, "");
  EXPECT_TRUE(joint(free, "crank").unique);
}

TEST(Sharing, IsTheFirstThingThatCheckSaysOfALinkage) {
  std::string found;
  for (const Finding& finding :
       check(read_model(four_bar("0.3, 0.2, 0.1", by_hinge), "m.toml")).findings)
    if (finding.text.starts_with("Planar")) found = finding.text;
  EXPECT_EQ(
      found,
      "Planar linkage: 3 equations are redundant out of plane; the in-plane forces of all joints "
      "are unique.");
}

}  // namespace zwang::test
