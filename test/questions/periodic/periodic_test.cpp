// SPDX-License-Identifier: Apache-2.0
// Periodic motions against closed forms, published numbers, and numbers of SciPy (DOP853 at 1e-13).

#include "zwang/periodic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>

namespace zwang::test {
namespace {

using std::numbers::pi;

PeriodicResult found(const std::string& text, const PeriodicOptions& options = {}) {
  PeriodicResult result = periodic_motion(read_model(text, "periodic.toml"), options);
  EXPECT_EQ(result.problem, "");
  return result;
}

std::complex<double> product(const PeriodicMotion& motion) {
  std::complex<double> all = 1;
  for (const auto& one : motion.multipliers) all *= one;
  return all;
}

// The trivial multiplier, and by Liouville's formula exp ∫ (1 − x²) dt; both with the period from SciPy.
TEST(Periodic, VanDerPol) {
  const PeriodicResult result = found(R"toml(
[coordinates]
x = { start = 1.9, rate = 0.1 }
[free]
lagrangian = "x'^2/2 - x^2/2"
[[forces]]
on = "x"
force = "(1 - x^2)*x'"
[periodic]
period = { guess = 6.3 }
)toml");
  EXPECT_NEAR(result.motion.period, 6.66328685932312, 1e-10);
  ASSERT_EQ(result.motion.multipliers.size(), 2u);
  EXPECT_NEAR(result.motion.multipliers[0].real(), 1, 1e-8);
  EXPECT_NEAR(result.motion.multipliers[1].real(), 0.0008596950636039779, 1e-8);
  EXPECT_EQ(result.motion.stability, Stability::asymptotic);
  EXPECT_EQ(result.family, 0u);
}

constexpr const char* duffing = R"toml(
[parameters]
w = 0.8
d = 0.2
[coordinates]
x = { start = 0.6, rate = 0 }
[free]
lagrangian = "x'^2/2 - x^2/2 - x^4/4"
[[forces]]
on = "x"
force = "-d*x' + 0.5*cos(w*t)"
[periodic]
period = "2*pi/w"
)toml";

TEST(Periodic, Duffing) {
  const PeriodicResult result = found(duffing);
  EXPECT_NEAR(result.motion.start.q[0], 0.68034819902076, 1e-9);
  EXPECT_NEAR(result.motion.start.v[0], 0.14484420104631, 1e-9);
  EXPECT_NEAR(result.motion.multipliers[0].real(), -0.38239117263255, 1e-8);
  EXPECT_NEAR(result.motion.multipliers[0].imag(), 0.24830740513215, 1e-8);
  EXPECT_NEAR(product(result.motion).real(), std::exp(-0.2 * 2 * pi / 0.8), 1e-9);
}

// Where the response turns back, and all that is solved for with it, as SciPy's root finder has it: a periodic motion
// with 1 − trace + determinant of its monodromy = 0.
TEST(Periodic, FoldsOfDuffing) {
  std::string text = duffing;
  text.replace(text.find("0.5*cos"), 7, "0.3*cos");
  PeriodicOptions options;
  options.over = "w";
  options.from = 0.6;
  options.to = 2.6;
  const PeriodicResult result =
      periodic_motion(read_model(text, "duffing.toml").with({{"d", 0.1}}), options);
  std::vector<double> folds;
  for (const PeriodicMotion& one : result.branch) {
    if (one.special == "fold") folds.push_back(one.parameter);
    EXPECT_NEAR(product(one).real(), std::exp(-0.1 * one.period), 1e-8);
    EXPECT_NEAR(one.period, 2 * pi / one.parameter, 1e-12);
  }
  ASSERT_EQ(folds.size(), 2u);
  EXPECT_NEAR(folds[0], 1.77971952, 1e-8);
  EXPECT_NEAR(folds[1], 1.3242362, 1e-8);
  EXPECT_EQ(result.branch.back().parameter, 2.6);
  // Between the folds there are three motions, the one in the middle unstable.
  EXPECT_EQ(result.branch.front().stability, Stability::asymptotic);
  EXPECT_EQ(result.branch.back().stability, Stability::asymptotic);
}

// Also where only an open contact knows the time.
TEST(Periodic, DrivesMustRepeat) {
  PeriodicOptions options;
  options.period = 7;
  EXPECT_THROW(periodic_motion(read_model(duffing, "duffing.toml"), options), InputError);
  const Model table = read_model(R"toml(
[coordinates]
y = { start = 0.026, rate = -1.4 }
[free]
lagrangian = "y'^2/2 - 9.81*y"
[[constraints]]
name = "table"
equation = "y >= 0.02*sin(20*t)"
restitution = 0.6
)toml",
                                 "table.toml");
  options.period = 0.3;
  EXPECT_THROW(periodic_motion(table, options), InputError);
  options = {};
  options.guess = 0.3;
  EXPECT_THROW(periodic_motion(table, options), InputError);
}

// The start of Chenciner and Montgomery (2000) and the rotation numbers of Simó (2002): all other multipliers are 1.
TEST(Periodic, FigureOfEight) {
  const PeriodicResult result = found(R"toml(
[parameters]
vx = -0.93240737
vy = -0.86473146
[[particles]]
name = "a"
mass = 1
position = [0.97000436, -0.24308753]
velocity = ["-vx/2", "-vy/2"]
[[particles]]
name = "b"
mass = 1
position = [-0.97000436, 0.24308753]
velocity = ["-vx/2", "-vy/2"]
[[particles]]
name = "c"
mass = 1
position = [0, 0]
velocity = ["vx", "vy"]
[[forces]]
potential = "-1/distance(a, b) - 1/distance(b, c) - 1/distance(c, a)"
[periodic]
period = { guess = 6.3259 }
)toml");
  // Orbits of another size have another period: T |E|^(3/2) is the same for all of them.
  const auto energy = [](const std::vector<double>& q, const std::vector<double>& v) {
    double sum = 0;
    for (const double x : v) sum += x * x / 2;
    for (const auto& [i, j] : {std::pair{0, 2}, {2, 4}, {4, 0}}) {
      sum -=
          1 / std::hypot(q[static_cast<std::size_t>(i)] - q[static_cast<std::size_t>(j)],
                         q[static_cast<std::size_t>(i + 1)] - q[static_cast<std::size_t>(j + 1)]);
    }
    return sum;
  };
  const double published =
      energy({0.97000436, -0.24308753, -0.97000436, 0.24308753, 0, 0},
             {0.466203685, 0.43236573, 0.466203685, 0.43236573, -0.93240737, -0.86473146});
  ASSERT_EQ(result.motion.start.q.size(), 6u);
  EXPECT_NEAR(result.motion.period *
                  std::pow(energy(result.motion.start.q, result.motion.start.v) / published, 1.5),
              6.32591398, 1e-7);
  EXPECT_GT(result.family, 0u);
  EXPECT_EQ(result.motion.stability, Stability::neutral);
  std::vector<double> numbers;
  for (const auto& one : result.motion.multipliers) {
    const double turn = std::arg(one) / (2 * pi);
    if (turn > 1e-3) numbers.push_back(turn);
  }
  ASSERT_EQ(numbers.size(), 2u);
  std::sort(numbers.begin(), numbers.end());
  EXPECT_NEAR(numbers[0], 0.00842272, 2e-6);
  EXPECT_NEAR(numbers[1], 0.29809253, 2e-6);
}

// Four coordinates and rates, one equation twice: two multipliers, both 1, and the period of the closed form.
TEST(Periodic, RedundantConstraintsAddNoMultipliers) {
  const PeriodicResult result = found(R"toml(
[[particles]]
name = "bob"
mass = 1
position = [0.6, -0.8]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = 1"
[[constraints]]
name = "again"
equation = "2*bob.x^2 + 2*bob.y^2 = 2"
[periodic]
period = { guess = 2 }
)toml");
  const auto& start = result.motion.start;
  const double energy = (start.v[0] * start.v[0] + start.v[1] * start.v[1]) / 2 + 9.81 * start.q[1];
  const double k = std::sqrt((1 + energy / 9.81) / 2);  // sin of half the amplitude
  EXPECT_NEAR(result.motion.period, 4 * std::comp_ellint_1(k) / std::sqrt(9.81), 1e-9);
  ASSERT_EQ(result.motion.multipliers.size(), 2u);
  for (const auto& one : result.motion.multipliers) EXPECT_NEAR(std::abs(one - 1.0), 0, 1e-4);
  EXPECT_EQ(result.family, 1u);
}

// Impacts: at the phase φ of the table with cos φ = g T (1 − e)/(2 (1 + e) A w), and volumes shrink by e² each time.
TEST(Periodic, ABallOnAShakenTable) {
  const PeriodicResult result = found(R"toml(
[coordinates]
y = { start = 0.026, rate = -1.4 }
[free]
lagrangian = "y'^2/2 - 9.81*y"
[[constraints]]
name = "table"
equation = "y >= 0.02*sin(20*t)"
restitution = 0.6
[periodic]
period = "pi/10"
)toml");
  const double T = pi / 10, up = 9.81 * T / 2;
  const double phase = std::acos(up * 0.4 / (1.6 * 0.02 * 20)), at = phase / 20;
  EXPECT_NEAR(result.motion.start.v[0], -up + 9.81 * at, 1e-8);
  EXPECT_NEAR(result.motion.start.q[0], 0.02 * std::sin(phase) + up * at - 9.81 * at * at / 2,
              1e-8);
  EXPECT_NEAR(product(result.motion).real(), 0.36, 1e-8);
}

TEST(Periodic, RefusesWhatCannotBeAsked) {
  const Model model = read_model(duffing, "duffing.toml");
  PeriodicOptions options;
  options.guess = 7;
  EXPECT_THROW(periodic_motion(model, options), InputError);
  options = {};
  options.over = "ww";
  EXPECT_THROW(periodic_motion(model, options), InputError);
  EXPECT_THROW(
      periodic_motion(read_model("[coordinates]\nx = 1\n[free]\nkinetic = \"x'^2/2\"\n", "a.toml")),
      InputError);
}

TEST(Periodic, SaysWhereThereIsNone) {
  PeriodicOptions options;
  options.guess = 1;
  const PeriodicResult result = periodic_motion(
      read_model("[coordinates]\nx = 1\n[free]\nlagrangian = \"x'^2/2 - x\"\n", "falls.toml"),
      options);
  EXPECT_NE(result.problem.find("No periodic motion was found near the start"), std::string::npos)
      << result.problem;
}

// Asked so often, also within motions; where the branch is followed, what was found stays.
TEST(Periodic, IsStoppedAtAnyTime) {
  const Model model = read_model(duffing, "duffing.toml");
  PeriodicOptions options;
  options.over = "w";
  options.from = 0.8;
  options.to = 1.2;
  long asked = 0, allowed = 0;
  options.goes_on = [&] { return ++asked <= allowed; };
  EXPECT_EQ(periodic_motion(model, options).problem, "The search was interrupted.");
  EXPECT_EQ(asked, 1);
  allowed = 100;
  asked = 0;
  EXPECT_EQ(periodic_motion(model, options).problem, "The search was interrupted.");
  EXPECT_EQ(asked, allowed + 1);
  allowed = 5000;
  asked = 0;
  const PeriodicResult result = periodic_motion(model, options);
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(asked, allowed + 1);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0], "The branch was interrupted where it ends here.");
  EXPECT_LT(result.branch.back().parameter, 1.19);
}

}  // namespace
}  // namespace zwang::test
