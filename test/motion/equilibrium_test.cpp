// SPDX-License-Identifier: Apache-2.0
// Rest: against closed forms of where it is and how fast small motions grow.

#include "motion/rest/equilibrium.h"

#include "motion/built.h"

namespace zwang::test {
namespace {

using motion::Ending;
using motion::Equilibrium;
using motion::Stability;

struct Found {
  Equilibrium equilibrium;
  std::vector<double> q, v;
};

Found find(const std::string& text) {
  const equations::Equations equations = built(text);
  motion::RightSide side(equations, Method::automatic);
  motion::Projector projector(side);
  Found found{{}, equations.q, equations.v};
  projector.assemble(equations.t, found.q.data(), found.v.data());
  found.equilibrium =
      motion::find_equilibrium(side, projector, equations.t, found.q.data(), found.v.data());
  return found;
}

TEST(Equilibrium, OfAPendulumIsItsBottomFromBelow) {
  const Found found = find(pendulum("0.6", "-0.8"));
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  EXPECT_NEAR(found.q[0], 0, 1e-12);
  EXPECT_NEAR(found.q[1], -1, 1e-14);  // projections stop at 16 eps
  EXPECT_LE(found.equilibrium.largest_acceleration, 1e-10);
  EXPECT_EQ(found.v, std::vector<double>(2, 0.0));
}

TEST(Equilibrium, OfAPendulumIsItsTopFromNearby) {
  const Found found = find(pendulum("0.28", "0.96"));
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.stability, Stability::unstable);
  EXPECT_NEAR(found.q[1], 1, 1e-14);
  EXPECT_NEAR(found.equilibrium.growth, std::sqrt(9.81), 1e-9);
}

TEST(Equilibrium, OfALevelPendulumIsItsBottom) {
  // The linear equation has no slope here: it is let fall.
  const Found found = find(pendulum("1", "0"));
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  EXPECT_NEAR(found.q[1], -1, 1e-14);
}

TEST(Equilibrium, OfAChainFromAZigzagIsItsCatenary) {
  // Link k pulls level with H everywhere and upward with m g (N/2 − k): H follows from the span, by
  // bisection. The start only has the links' number right.
  const int N = 9;
  const double l = 0.15, span = 1, weight = 9.81;
  const Found found = find(
      "[[particles]]\nname = 'p'\ncount = 9\nmass = 1\n"
      "position = ['0.1*i', 'if(mod(i, 2) == 1, 0.06, -0.08)']\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'left'\nequation = 'norm(p[1]) = 0.15'\n"
      "[[constraints]]\nname = 'links'\nfor = 'i in 1..8'\nequation = 'distance(p[i], p[i+1]) = "
      "0.15'\n"
      "[[constraints]]\nname = 'right'\nequation = 'distance(p[9], [1, 0]) = 0.15'\n");
  const auto hang = [&](double H, std::vector<double>* q) {
    double x = 0, y = 0;
    for (int k = 0; k <= N; ++k) {
      const double V = weight * (0.5 * N - k), T = std::hypot(H, V);
      x += l * H / T;
      y -= l * V / T;
      if (q && k < N) q->insert(q->end(), {x, y});
    }
    return x;
  };
  double low = 0, high = 1e4;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (hang(middle, nullptr) < span ? low : high) = middle;
  }
  std::vector<double> expected;
  hang(low, &expected);
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  EXPECT_LE(distance(found.q, expected.data()), 1e-10);
}

TEST(Equilibrium, OfABeadOnALevelWireIsNeutral) {
  const Found found = find(
      "[[particles]]\nname = 'bead'\nmass = 1\nposition = [0.3, 0]\n[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'wire'\nequation = 'bead.y = 0'\n");
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.stability, Stability::neutral);
  EXPECT_EQ(found.q[0], 0.3);
}

TEST(Equilibrium, OfASpringIsWhereItCarriesTheWeight) {
  // −k (y + 1) = m g: y = −1 − 9.81/20. Damped: still stable.
  const Found found = find(
      "[coordinates]\ny = -0.4\n[free]\nkinetic = \"0.5*y'^2\"\npotential = '9.81*y + 10*(y + "
      "1)^2'\n"
      "[[forces]]\non = 'y'\nforce = \"-0.3*y'\"\n");
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  EXPECT_NEAR(found.q[0], -1 - 9.81 / 20, 1e-13);
}

TEST(Equilibrium, OfAFirstOrderSystemIsWhereItsRatesVanish) {
  // x' = x (1 − x): 1 attracts, 0 repels, with rates −1 and +1.
  const auto logistic = [](const char* x) {
    return std::string("[coordinates]\nx = ") + x +
           "\n[free]\norder = 1\nacceleration = ['x*(1 - x)']\n";
  };
  const Found good = find(logistic("0.8"));
  ASSERT_TRUE(good.equilibrium.found);
  EXPECT_NEAR(good.q[0], 1, 1e-12);
  EXPECT_EQ(good.equilibrium.stability, Stability::stable);
  const Found bad = find(logistic("0.1"));
  ASSERT_TRUE(bad.equilibrium.found);
  EXPECT_NEAR(bad.q[0], 0, 1e-12);
  EXPECT_EQ(bad.equilibrium.stability, Stability::unstable);
  EXPECT_NEAR(bad.equilibrium.growth, 1, 1e-9);
}

TEST(Equilibrium, IsNotThereWhereSomethingFallsForEver) {
  const Found found =
      find("[coordinates]\nx = 0\n[free]\nkinetic = \"0.5*x'^2\"\npotential = '-x'\n");
  EXPECT_FALSE(found.equilibrium.found);
}

TEST(Equilibrium, IsNotThereWhereARowAsksForMotion) {
  const Found found = find(
      "[[particles]]\nname = 'bob'\nmass = 1\nposition = [0, -1]\n[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'rope'\nequation = 'norm(bob) = 1 + t'\n");
  EXPECT_FALSE(found.equilibrium.found);
}

TEST(Equilibrium, IsWhereARunBeginsIfAsked) {
  motion::RunOptions options = plan(motion::Stepper::dopri853, 1);
  options.start = motion::StartRule::equilibrium;
  const motion::RunResult rest = run(built(pendulum("0.6", "-0.8")), options);
  EXPECT_EQ(rest.ending, Ending::done);
  EXPECT_TRUE(rest.equilibrium.found);
  EXPECT_NEAR(rest.q[1], -1, 1e-12);
  const motion::RunResult none = run(
      built("[coordinates]\nx = 0\n[free]\nkinetic = \"0.5*x'^2\"\npotential = '-x'\n"), options);
  EXPECT_EQ(none.ending, Ending::no_equilibrium);
}

}  // namespace
}  // namespace zwang::test
