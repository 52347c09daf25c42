// SPDX-License-Identifier: Apache-2.0
// Painlevé's rod: a tip that slides on a floor with friction. With m = l = 1, I = 1/3 the gap answers to
// the normal force by 1 + 3 cos² − 3 μ sin cos: zero at μ = 4/3 where tan = 2.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

Model rod(double mu, double omega) {
  const std::string text = R"toml(
[parameters]
g = 9.81
mu = 1
omega = 0
[coordinates]
x = { start = 0, rate = -20 }
y = { start = "sin(atan(2))", rate = "cos(atan(2))*omega" }
phi = { start = "atan(2)", rate = "omega" }
[free]
lagrangian = "0.5*(x'^2 + y'^2) + 0.5/3*phi'^2 - g*y"
[[constraints]]
name = "tip"
equation = "y - sin(phi) >= 0"
[[nonideal]]
friction = { constraint = "tip", coefficient = "mu", sliding = "x' + sin(phi)*phi'" }
[[observe]]
name = "normal"
formula = "multiplier(tip)"
[simulate]
duration = 0.01
)toml";
  return read_model(text, "rod.toml", {{"mu", mu}, {"omega", omega}});
}

TEST(Painleve, BelowTheLimitThereIsOneReaction) {
  for (const double mu : {0.0, 0.5, 1.0, 1.3, 1.33}) {
    const ModelInstant now = solve_instant(rod(mu, 0));
    EXPECT_EQ(now.instant.status, Status::ok) << mu;
    EXPECT_NEAR(now.observables[0], 9.81 / (1.6 - 1.2 * mu), 1e-9 / (1.6 - 1.2 * mu)) << mu;
  }
}

TEST(Painleve, BeyondTheLimitThereIsNoneOrTwo) {
  for (const double mu : {1.34, 1.5, 3.0}) {
    EXPECT_EQ(solve_instant(rod(mu, 0)).instant.status, Status::no_reaction) << mu;
    // So fast that the gap would open by itself: it may, or press with 22.504 at μ = 1.5.
    EXPECT_EQ(solve_instant(rod(mu, 4)).instant.status, Status::several_reactions) << mu;
  }
  const Summary end = run(rod(1.5, 0)).summary();
  EXPECT_EQ(end.ending, Ending::no_instant);
  EXPECT_NE(end.message.find("'tip'"), std::string::npos) << end.message;
}

}  // namespace
}  // namespace zwang::test
