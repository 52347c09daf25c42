// SPDX-License-Identifier: Apache-2.0
// States on some of the rows, and where rows that cannot all hold are missed least.

#include "flow/kept_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "flow/settle.h"
#include "model/model_parts.h"

namespace zwang::test {
namespace {

using Numbers = std::vector<double>;

Model plane(const std::string& constraints, const std::string& start = "x = 1\ny = 0\n") {
  return read_model(
      "[coordinates]\n" + start + "[free]\nlagrangian = \"0.5*(x'^2 + y'^2)\"\n" + constraints, "");
}

std::string row(const std::string& name, const std::string& equation) {
  return "[[constraints]]\nname = \"" + name + "\"\nequation = \"" + equation + "\"\n";
}

TEST(KeptRows, LetAStateMoveAsideOnThem) {
  const Model model = plane(row("ring", "x^2 + y^2 = 1") + row("line", "y = 0"));
  motion::KeptRows rows(model.parts().equations());
  rows.keep({1, 0});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Numbers q{1, 0}, v{0, 0};
    ASSERT_EQ(rows.step_aside(seed, 0, q.data(), v.data()), motion::Aside::moved) << seed;
    EXPECT_NEAR(q[0] * q[0] + q[1] * q[1], 1, 1e-14) << seed;
    EXPECT_NEAR(q[0] * v[0] + q[1] * v[1], 0, 1e-14) << seed;
    EXPECT_GT(std::abs(q[1]), 1e-6) << seed;
  }
}

TEST(KeptRows, TellWhereAStateStandsAlone) {
  const Model model = plane(row("ring", "x^2 + y^2 = 1") + row("touch", "x = 1"));
  motion::KeptRows rows(model.parts().equations());
  Numbers q{1, 0}, v{0, 0};
  EXPECT_EQ(rows.step_aside(1, 0, q.data(), v.data()), motion::Aside::stayed);
  EXPECT_EQ(q, (Numbers{1, 0}));
  EXPECT_EQ(v, (Numbers{0, 0}));
}

TEST(KeptRows, AreMetEvenWhereAllCoordinatesBecomeZero) {
  const Model model = plane(row("line", "x + x^3 = 0"), "x = 0.5\ny = 0\n");
  motion::KeptRows rows(model.parts().equations());
  Numbers q{0.5, 0}, v{1, 0};
  const motion::Projection projection = rows.assemble(0, q.data(), v.data());
  EXPECT_TRUE(projection.converged && projection.feasible);
  EXPECT_NEAR(q[0], 0, 1e-15);
  EXPECT_NEAR(v[0], 0, 1e-15);
}

TEST(Settle, FindsTheLeastSquaresOfRowsThatFight) {
  // A circle of radius 1 and the line x = 2: Σ (r − 1)² + (x − 2)² is least at x = 1.5.
  const Model model =
      plane(row("ring", "hypot(x, y) = 1") + row("line", "x = 2"), "x = 0.9\ny = 0.7\n");
  motion::RightSide side(model.parts().equations(), Method::automatic);
  Numbers q{0.9, 0.7}, v{0, 0};
  motion::settle(side, {0, 1}, false, 0, q.data(), v.data());
  EXPECT_NEAR(q[0], 1.5, 1e-9);  // sums of squares that are compared see no more than √eps
  EXPECT_NEAR(q[1], 0, 1e-6);    // there the sum of squares is flat: its second derivative only
}

TEST(Settle, CountsWeights) {
  const Model model =
      plane("[[constraints]]\nname = \"firm\"\nequation = \"x' = 1\"\nweight = 3\n" +
            row("soft", "x' = 0"));
  motion::RightSide side(model.parts().equations(), Method::automatic);
  Numbers q{1, 0}, v{0, 0};
  motion::settle(side, {0, 1}, true, 0, q.data(), v.data());
  EXPECT_NEAR(v[0], 0.75, 1e-9);
}

}  // namespace
}  // namespace zwang::test
