// SPDX-License-Identifier: Apache-2.0
// Constraints hold and energies stay over long times. ZWANG_SOAK=1 takes the long forms: 1e5 periods of
// the pendulum, 1000 s of Fekete's points, an hour of a walking linkage with redundant rows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "zwang/zwang.h"

namespace zwang {
namespace {

bool soak() { return std::getenv("ZWANG_SOAK") != nullptr; }

Summary summary_of(const std::string& model, const RunOptions& options) {
  const Trajectory trajectory = run(load_model(ZWANG_TEST_DATA "/../../models/" + model), options);
  const Summary& summary = trajectory.summary();
  EXPECT_EQ(summary.ending, Ending::done) << summary.message;
  std::printf("%s: %ld steps, residuals %.1e and %.1e, drift of the energy %.1e\n", model.c_str(),
              summary.steps, summary.max_position_residual, summary.max_velocity_residual,
              summary.energy.worst_drift);
  return summary;
}

void expect_on_constraints(const Summary& summary) {
  EXPECT_LE(summary.max_position_residual, 1e-12);
  EXPECT_LE(summary.max_velocity_residual, 1e-12);
}

constexpr double period = 2.367841947576237;

TEST(LongRun, OfThePendulumStaysOnItsCircle) {
  RunOptions options;
  options.tolerance = 1e-12;
  options.duration = (soak() ? 1e5 : 1e3) * period;
  options.samples = 2;
  const Summary summary = summary_of("pendulum.toml", options);
  expect_on_constraints(summary);
  // About 1e-12·m g l in each period, always to the same side: no method of its kind does better.
  EXPECT_LE(summary.energy.worst_drift, (soak() ? 1e5 : 1e3) * 5e-12);
}

TEST(LongRun, OfThePendulumByRattleKeepsItsEnergyInBounds) {
  RunOptions options;
  options.method = "rattle8";
  options.step = period / 50;
  options.samples = 2;
  options.duration = 100 * period;
  const double some = summary_of("pendulum.toml", options).energy.worst_drift;
  options.duration = (soak() ? 1e5 : 2e3) * period;
  const Summary summary = summary_of("pendulum.toml", options);
  expect_on_constraints(summary);
  EXPECT_LE(summary.energy.worst_drift, 2 * some + 1e-9);  // rounding adds up as a random walk
}

TEST(LongRun, OfFeketesPointsStaysOnTheSphere) {
  RunOptions options;
  options.duration = 1000;
  options.samples = 2;
  expect_on_constraints(summary_of("fekete.toml", options));
}

TEST(LongRun, OfAWalkingLinkageStaysTogether) {
  RunOptions options;
  options.duration = soak() ? 3600 : 60;
  options.samples = 2;
  expect_on_constraints(summary_of("strandbeest.toml", options));
}

}  // namespace
}  // namespace zwang
