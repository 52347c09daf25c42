// SPDX-License-Identifier: Apache-2.0
// Forces that are narrow in place are not stepped over.

#include "motion/run/layer_watch.h"

#include <gtest/gtest.h>

#include <cmath>
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
