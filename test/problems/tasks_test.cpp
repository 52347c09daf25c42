// SPDX-License-Identifier: Apache-2.0
// What engineers and teachers come with, as models of the gallery, against numbers from elsewhere: kinematics
// in closed form and the balance of power, differentiated with 30 digits (mpmath 1.3), or motions in other
// coordinates by Gragg, Bulirsch and Stoer with 25 digits. None of them knows this program's methods.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "api/run_files.h"

namespace zwang {
namespace {

constexpr double pi = std::numbers::pi;

double number(const Trajectory& trajectory, const std::string& name) {
  for (const Reduction& one : trajectory.summary().reductions) {
    if (one.name == name) return one.value;
  }
  ADD_FAILURE() << "there is no " << name;
  return 0;
}

// T = dE/dφ + c x'²/ω with E of lever and ram, x of the ram from two right triangles; the force of the pin is
// the motor's power over its distance from the lever's bearing times the lever's rate.
TEST(Tasks, QuickReturnHasItsPeaksForFourCranks) {
  struct Known {
    double r, torque, pin, stroke;
  };
  for (const Known& known : {Known{0.08, 25.72492954493, 349.7887350148, 0.32},
                             {0.10, 49.95457073146, 547.2148194510, 0.40},
                             {0.12, 91.59425212271, 841.5717707312, 0.48},
                             {0.14, 163.5173662191, 1295.702958020, 0.56}}) {
    SCOPED_TRACE(known.r);
    const Trajectory run = test::run_file("quick_return.toml", {}, {{"r", known.r}});
    EXPECT_NEAR(number(run, "peak_torque"), known.torque, 1e-7 * known.torque);
    EXPECT_NEAR(number(run, "peak_pin"), known.pin, 1e-7 * known.pin);
    EXPECT_NEAR(number(run, "stroke"), known.stroke, 1e-9);
    EXPECT_NEAR(number(run, "motor_work"), number(run, "cutting_work"), 1e-6);
  }
}

// What the summary tells unasked is as good as it says, also where a magnitude passes zero: 1e-4 of the range.
TEST(Tasks, QuickReturnTellsItsPeaksUnasked) {
  const Trajectory run = test::run_file("quick_return.toml");
  int seen = 0;
  for (const Peak& one : run.summary().peaks) {
    const bool torque = one.name == "torque", pin = one.name == "force(slot, crank)",
               link = one.name == "force(link, ram)";
    seen += torque || pin || link ? 1 : 0;
    if (torque) EXPECT_NEAR(one.most, 49.95457073146, 1e-4 * (one.most - one.least));
    if (pin) EXPECT_NEAR(one.most, 547.2148194510, 1e-4 * one.most);
    if (pin || link) EXPECT_LT(one.least, 1e-4 * one.most) << one.name;
  }
  EXPECT_EQ(seen, 3);
}

// The same torque over the angle of the crank, which is 6 t.
TEST(Tasks, QuickReturnTurnsAgainstThisTorque) {
  RunOptions options;
  options.samples = 5;  // at 0°, 90°, 180°, 270°, 360°
  const Trajectory run = test::run_file("quick_return.toml", options);
  const std::vector<double> angle = run.column("crank.angle"), torque = run.column("torque");
  ASSERT_EQ(torque.size(), 5u);
  EXPECT_NEAR(angle[1], pi / 2, 1e-9);
  EXPECT_NEAR(torque[1], 11.24189122773, 1e-7);
  EXPECT_NEAR(torque[3], 39.66487017818, 1e-7);
}

// T = dE/dφ + friction |dψ/dφ|, ψ of the arm from two circles; the wiped angle from the two dead centres.
TEST(Tasks, WiperTurnsAgainstFriction) {
  const Trajectory run = test::run_file("wiper.toml");
  EXPECT_NEAR(number(run, "wiped"), 1.59810515052635, 1e-8);
  EXPECT_NEAR(number(run, "peak_torque"), 1.22586847918679, 1e-8);
  EXPECT_NEAR(number(run, "motor_work"), 2 * 1.5 * 1.59810515052635, 1e-7);
  EXPECT_NEAR(run.column("torque").front(), 0.13988532698357, 1e-8);
}

// F v = dE/dt − load · velocity of the tooth, the linkage from two pairs of circles.
TEST(Tasks, ExcavatorPushesSoHard) {
  RunOptions options;
  options.samples = 3;  // at 0, 1 and 2 s
  const Trajectory run = test::run_file("excavator.toml", options);
  const std::vector<double> force = run.column("pressure_force");
  const std::vector<double> bucket = run.column("bucket.angle");
  const double known[] = {74334.325367439, 91402.065199526, 144795.81150705};
  const double angle[] = {-34.11466075896, -56.81343847421, -87.33165460742};
  ASSERT_EQ(force.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(force[k], known[k], 1e-8 * known[k]);
    EXPECT_NEAR(bucket[k], angle[k] * pi / 180, 1e-9);
  }
}

// In x and y alone, z = −√(l² − x² − y²).
TEST(Tasks, FoucaultsPendulumTurns) {
  const Trajectory run = test::run_file("foucault.toml", test::to_rounding());
  const double known[] = {0.436045274470811, 0.369277627883325, 0.959203089012249,
                          0.855989063273932};
  const char* const names[] = {"bob.x", "bob.y", "bob.x'", "bob.y'"};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(run.column(names[k]).back(), known[k], 1e-9) << names[k];
  // By the law of small swings, to the square of their size.
  const auto turns = test::events_of(run, "event");
  ASSERT_GE(turns.size(), 20u);
  const State& last = turns[20].state;
  const double turned = 500 * 2 * pi / 86164 * std::sin(48.85 * pi / 180) * last.t;
  const double plane = std::atan2(last.q[1], last.q[0]);
  const double off = std::remainder(plane + turned, pi);  // clockwise, and either side of the swing
  EXPECT_NEAR(off, 0, turned / 16);                       // (1 m / 4 m)²
}

TEST(Tasks, DrivenPendulumHasASectionOfTwoPoints) {
  const Trajectory run = test::run_file("driven_pendulum.toml");
  const auto section = test::events_of(run, "event");
  ASSERT_EQ(section.size(), 59u);
  struct Known {
    std::size_t turn;
    double angle, rate;
  };
  for (const Known& known : {Known{1, 0.2209365568119, 2.01246874145},
                             {2, 7.598631512348, 1.190361759216},
                             {3, 6.245916354599, 1.724796234003},
                             {57, 3.8061920824, 1.14939848504},
                             {58, 4.075490560819, 1.34610158913},
                             {59, 3.806192081988, 1.14939848472}}) {
    const State& state = section[known.turn - 1].state;
    EXPECT_NEAR(state.q[0], known.angle, 2e-7) << known.turn;
    EXPECT_NEAR(state.v[0], known.rate, 2e-7) << known.turn;
  }
}

}  // namespace
}  // namespace zwang
