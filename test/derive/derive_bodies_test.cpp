// SPDX-License-Identifier: Apache-2.0
// The equations of small trees of bodies, as one would write them by hand.

#include <gtest/gtest.h>

#include "derive/derive.h"
#include "read/model.h"

namespace zwang::test {
namespace {

deriving::Derivation derivation_of(const std::string& text) {
  const read::Reading reading = read::read(text, "test");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  return deriving::derive(reading.description, deriving::Language::text);
}

TEST(DeriveBodies, WritesAPendulumAsTextbooksDo) {
  const deriving::Derivation derived = derivation_of(R"(title = "Rod"
[parameters]
m = 2
l = 0.5
J = 0.17
g = 9.81
c = 0.1
[free]
gravity = [0, "-g", 0]
[[bodies]]
name = "rod"
joint = "hinge"
mass = "m"
inertia = [0, "J", "J"]
center = ["l", 0, 0]
damping = "c"
)");
  ASSERT_TRUE(derived.diagnostics.empty());
  EXPECT_EQ(derived.page, R"(Rod

Coordinates
  rod.angle

Mass matrix
  M = [ J + m*l^2 ]

Applied force
  Q(rod.angle) = -(c*rod.angle' + m*l*g*cos(rod.angle))

Equations of motion
  rod.angle'' = -(c*rod.angle' + m*l*g*cos(rod.angle))/(J + m*l^2)
)");
}

// Nothing out of the plane is left of two rods that turn about z.
TEST(DeriveBodies, WritesAPlaneLinkageInThePlane) {
  const deriving::Derivation derived = derivation_of(R"(title = "Rods"
[parameters]
l = 0.5
[[bodies]]
name = "a"
joint = "hinge"
mass = 1
center = [0, "-l", 0]
[[bodies]]
name = "b"
parent = "a"
joint = "hinge"
at = [0, "-l", 0]
mass = 1
center = [0, "-l", 0]
)");
  ASSERT_TRUE(derived.diagnostics.empty());
  EXPECT_NE(derived.page.find(R"(
  M = [ l^2*(3 + 2*cos(b.angle))  l^2*(1 + cos(b.angle)) ]
      [ l^2*(1 + cos(b.angle))    l^2                    ]
)"),
            std::string::npos)
      << derived.page;
}

TEST(DeriveBodies, SaysWhatItDoesNotWriteOut) {
  const deriving::Derivation ball =
      derivation_of("[[bodies]]\nname = 'top'\njoint = 'ball'\nmass = 1\ninertia = [1, 1, 1]\n");
  ASSERT_EQ(ball.diagnostics.size(), 1U);
  EXPECT_EQ(ball.diagnostics[0].what,
            "cannot derive equations for models with ball or free joints ('top' has a ball joint)");
  std::string chain;
  for (int k = 0; k < 13; ++k) {
    chain += "[[bodies]]\nname = 'b" + std::to_string(k) +
             "'\njoint = 'hinge'\nmass = 1\ninertia = [1, 1, 1]\n";
  }
  const deriving::Derivation many = derivation_of(chain);
  ASSERT_EQ(many.diagnostics.size(), 1U);
  EXPECT_EQ(many.diagnostics[0].what,
            "bodies are written out as formulas here, which is limited to 12 joint coordinates; "
            "these have 13");
}

}  // namespace
}  // namespace zwang::test
