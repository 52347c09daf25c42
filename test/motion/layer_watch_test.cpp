// SPDX-License-Identifier: Apache-2.0
// Forces that are narrow in place are not stepped over.

#include "motion/run/layer_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "support/random.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::motion {
namespace {

std::string number(double x) { return std::to_string(x); }

// A strip that brakes: v falls by 0.3 √π over it, whatever its width.
TEST(LayerWatch, SeesAStripOfAnyWidth) {
  test::Random random(11);
  for (const double w : {1e-2, 1e-3, 1e-4, 1e-5}) {
    for (const double tolerance : {1e-6, 1e-9}) {
      const double c = random.uniform(-1, 1);
      const std::string u = "((x - " + number(c) + ")/" + number(w) + ")";
      const Model model = read_model(
          "[coordinates]\nx = { start = -2, rate = 1 }\n[free]\nacceleration = [\"-(0.3/" +
              number(w) + ")*x'*exp(-" + u + "^2)\"]\n[simulate]\nduration = 10\n",
          "test");
      RunOptions options;
      options.tolerance = tolerance;
      const Trajectory trajectory = run(model, options);
      EXPECT_NEAR(trajectory.column("x'").back(), 1 - 0.3 * std::sqrt(std::acos(-1.0)),
                  100 * tolerance)
          << "w = " << w << " at " << c;
    }
  }
}

// Strips that begin and end at an edge: between two stages of a step, or with one within that has no weight, nothing was seen of
// them. By hand, v falls by what is under the shape.
TEST(LayerWatch, SeesStripsWithEdges) {
  test::Random random(13);
  for (const char* shape : {"if(abs(u) < 1, 0.5, 0)", "max(0, 1 - abs(u))", "0.75*max(0, 1 - u^2)",
                            "if(u^2 < 1, 0.5, 0)", "if(u < 1, if(u > -1, 0.5, 0), 0)"}) {
    for (const double w : {1e-1, 1e-2, 1e-3, 1e-5}) {
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        const double c = random.uniform(3, 40), v = random.uniform(0.8, 2);
        char text[500];
        std::snprintf(text, sizeof text,
                      "[coordinates]\nx = { start = 0, rate = %.17g }\n[define]\nu = \"(x - "
                      "%.17g)/%g\"\n[free]\nmass = [1]\nforce = [\"-%.17g*x'*%s\"]\n"
                      "[simulate]\nduration = 60\n",
                      v, c, w, 0.3 * v / w, shape);
        RunOptions options;
        options.tolerance = tolerance;
        const Trajectory trajectory = run(read_model(text, "test"), options);
        ASSERT_EQ(trajectory.summary().ending, Ending::done) << text;
        EXPECT_NEAR(trajectory.summary().end.v[0] / v, 0.7, 300 * tolerance) << text << tolerance;
      }
    }
  }
}

// A wall that no motion passes: a step that ends behind it has not seen it. It goes on where it came from: by hand, energy gives its rate,
// and far from the wall the way is that of a ball thrown up with what it fell with.
TEST(LayerWatch, SeesWallsThatAStepGoesThrough) {
  test::Random random(14);
  for (int trial = 0; trial < 24; ++trial) {
    const double strength = std::pow(10, random.uniform(-12, -6)),
                 size = std::pow(10, random.uniform(-6, 6));
    const int power = 2 + trial % 4;
    const double tolerance = std::pow(10, -4 - trial % 5);
    char text[500];
    std::snprintf(
        text, sizeof text,
        "[parameters]\nL = %.17g\n[coordinates]\nx = { start = \"L\" }\n[free]\nlagrangian = "
        "\"x'^2/2 - 9.81*L*x - 9.81*L^2*%.17g*(L/x)^%d\"\n[simulate]\nduration = 0.7\n",
        size, strength, power);
    RunOptions options;
    options.tolerance = tolerance;
    const Trajectory trajectory = run(read_model(text, "test"), options);
    ASSERT_EQ(trajectory.summary().ending, Ending::done) << text << trajectory.summary().message;
    const double x = trajectory.summary().end.q[0] / size, v = trajectory.summary().end.v[0] / size;
    // It turns round at x* = (strength)^(1/power) about, and falls there as long as it rises: 2 √(2/9.81) = 0.9 in all.
    EXPECT_GT(x, 0) << text << tolerance;
    EXPECT_GT(v, 0) << text << tolerance;
    const double E = v * v / 2 + 9.81 * x + 9.81 * strength * std::pow(x, -power);
    EXPECT_NEAR(E, 9.81 * (1 + strength), 3000 * tolerance) << text << tolerance;
  }
}

// Where steps are bent, the cubic between their ends passes a strip earlier or later than the step does, by more than the
// strip is wide. An oscillator through strips of three shapes, each of which takes the same from its rate, against a kick at the
// strip: v² + x² = 1 before it, and behind it x² + v² stays as the kick left it.
TEST(LayerWatch, SeesStripsFromLongSteps) {
  test::Random random(12);
  constexpr double kick = 0.2;
  const double pi = std::acos(-1.0);
  const struct {
    const char* shape;
    double area;
  } shapes[] = {{"exp(-u^2)", std::sqrt(pi)}, {"1/(1 + u^2)", pi}, {"1/sqrt(1 + u^2)^3", 2}};
  for (const auto& [shape, area] : shapes) {
    for (const double w : {1e-4, 1e-5}) {
      const double tolerance = random.uniform(0, 1) < 0.5 ? 1e-5 : 1e-7;
      const double c = random.uniform(-0.5, 0.5);
      char text[400];
      std::snprintf(text, sizeof text,
                    "[coordinates]\nx = { start = 1 }\n[define]\nu = \"(x - (%.17g))/%g\"\n"
                    "[free]\nacceleration = [\"-x - %.17g*x'*%s\"]\n"
                    "[simulate]\nduration = 3\ntolerance = %g\n",
                    c, w, kick / (area * w), shape, tolerance);
      const Trajectory trajectory = run(read_model(text, "strip"));
      const double x = trajectory.column("x").back(), v = trajectory.column("x'").back();
      // To the left of the strip at t = 3; tails and what happens within it are of the order of w log w.
      const double after = std::sqrt(1 - c * c) - kick;
      EXPECT_NEAR(x * x + v * v, c * c + after * after, 100 * tolerance + 50 * w)
          << "w = " << w << " at " << c << ": " << shape;
    }
  }
}

// A bump that is passed with energy to spare leaves the rate as it was, and costs some time.
TEST(LayerWatch, PassesABump) {
  const Model model = read_model(
      "[coordinates]\nx = { start = -1, rate = 1 }\n[free]\nlagrangian = \"0.5*x'^2 - "
      "0.4*exp(-(x/0.001)^2)\"\n[simulate]\nduration = 2\n",
      "test");
  double late = 0;  // by ∫ (1/√(1 − 2V) − 1) dx
  for (double u = -6; u < 6; u += 1e-3)
    late += 1e-6 * (1 / std::sqrt(1 - 0.8 * std::exp(-u * u)) - 1);
  const Trajectory trajectory = run(model);
  EXPECT_NEAR(trajectory.column("x").back(), 1 - late, 1e-5);
  EXPECT_NEAR(trajectory.column("x'").back(), 1, 1e-4);
}

}  // namespace
}  // namespace zwang::motion
