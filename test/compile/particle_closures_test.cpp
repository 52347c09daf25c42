// SPDX-License-Identifier: Apache-2.0
// `distance` and `point` between particles: of the plane and of space, alone and as members of families, against
// the same said by equations.

#include <gtest/gtest.h>

#include <cmath>

#include "zwang/zwang.h"

namespace zwang {
namespace {

// Two chains of two links, the second link of a family; by closures or by equations.
std::string chains(bool plane, bool closures) {
  const std::string z = plane ? "" : ", 0.1", none = plane ? "" : ", 0";
  const auto between = [&](const std::string& a, const std::string& b, const std::string& l) {
    return closures
               ? "distance = { between = [\"" + a + "\", \"" + b + "\"], length = \"" + l + "\" }\n"
               : "equation = \"distance(" + a + ", " + (b == "ground" ? "origin" : b) + ") = " + l +
                     "\"\n";
  };
  return "[parameters]\nl = 1\n[free]\ngravity = [0, -9.81" + none +
         "]\n[[particles]]\nname = \"a\"\ncount = 2\nmass = \"i\"\nposition = [\"l*cos(0.3*i)\", "
         "\"l*sin(0.3*i)\"" +
         none +
         "]\n[[particles]]\nname = \"b\"\ncount = 2\nmass = 1\nposition = "
         "[\"l*cos(0.3*i) + l\", \"l*sin(0.3*i)\"" +
         z + "]\n[[constraints]]\nname = \"upper\"\nfor = \"i in 1..2\"\n" +
         between("a[i]", "ground", "l") +
         "[[constraints]]\nname = \"lower\"\nfor = \"i in 1..2\"\n" +
         between("a[i]", "b[i]", "1.1*l") +
         "[simulate]\nduration = 1\nsamples = 5\ntolerance = 1e-11\n";
}

TEST(ParticleClosures, AreTheEquationsThatTheyStandFor) {
  for (const bool plane : {true, false}) {
    SCOPED_TRACE(plane);
    const Trajectory one = run(read_model(chains(plane, true), "closures.toml")),
                     other = run(read_model(chains(plane, false), "equations.toml"));
    for (const char* const name : {"a[1].x", "a[2].y", "b[1].y", "b[2].x", "b[2].y'"}) {
      const auto x = one.column(name), y = other.column(name);
      ASSERT_EQ(x.size(), y.size());
      for (std::size_t k = 0; k < x.size(); ++k)
        EXPECT_NEAR(x[k], y[k], 1e-8 * (1 + std::abs(y[k]))) << name << " " << k;
    }
  }
}

// Without a length it is that of the start, of each member its own.
TEST(ParticleClosures, TakeTheirLengthsFromTheStart) {
  const Model model = read_model(
      "[[particles]]\nname = \"p\"\ncount = 3\nmass = 1\nposition = [\"i^2\", 0]\nvelocity = [0, "
      "\"i\"]\n[[constraints]]\nname = \"rod\"\nfor = \"i in 1..2\"\ndistance = { between = "
      "[\"p[i]\", \"p[i+1]\"] }\n[[observe]]\nname = \"first\"\nformula = \"distance(p[1], "
      "p[2])\"\n"
      "[[observe]]\nname = \"second\"\nformula = \"distance(p[2], p[3])\"\n[simulate]\nduration = "
      "1\n",
      "lengths.toml");
  const Trajectory motion = run(model);
  EXPECT_NEAR(motion.column("first").back(), 3, 1e-12);
  EXPECT_NEAR(motion.column("second").back(), 5, 1e-12);
}

// Two particles pinned to each other in the plane: two equations, nothing redundant.
TEST(ParticleClosures, PinInThePlaneByTwoEquations) {
  const Trajectory motion = run(read_model(
      "[free]\ngravity = [0, -10]\n[[particles]]\nname = \"a\"\nmass = 1\nposition = [1, "
      "0]\nvelocity = "
      "[2, 0]\n[[particles]]\nname = \"b\"\nmass = 3\nposition = [1, 0]\nvelocity = [2, 0]\nforce "
      "= "
      "[8, 0]\n[[constraints]]\nname = \"pin\"\npoint = { between = [\"a\", \"b\"] }\n[simulate]\n"
      "duration = 1\n",
      "pin.toml"));
  EXPECT_EQ(motion.model().constraints()[0].count, 2u);
  EXPECT_TRUE(motion.summary().redundant.empty());
  EXPECT_NEAR(motion.column("a.x").back(), 1 + 2 + 1, 1e-9);  // 8 N on 4 kg
  EXPECT_NEAR(motion.column("b.y").back(), -5, 1e-9);
}

}  // namespace
}  // namespace zwang
