// SPDX-License-Identifier: Apache-2.0
// What a run tells of its own work at each sample: distances from the constraints, lengths of steps.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "record/hdf5/record_file.h"
#include "record/scratch.h"
#include "report/groups.h"
#include "zwang/report.h"

namespace zwang {
namespace {

using test::Scratch;
using Numbers = std::vector<double>;

const char* const bob = R"toml(
[[particles]]
name = "bob"
mass = 1
position = [3, 1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "(bob.x - 2)^2 + (bob.y - 1)^2 = 1"
[simulate]
duration = 1
output = 20
)toml";

bool is_listed(const Trajectory& motion, const std::string& name) {
  return std::count(motion.columns().begin(), motion.columns().end(), name) > 0;
}

TEST(RunMeasures, AreInTheRecordAndNotInTheTable) {
  const Scratch scratch;
  const Trajectory motion = run(read_model(bob, "a.toml"));
  write_hdf5(motion, scratch.path("a.h5"));
  write_csv(motion, scratch.path("a.csv"));
  const std::string csv = test::bytes_of(scratch.path("a.csv"));
  const record::RecordFile record(scratch.path("a.h5"));
  for (const std::string name : {"residual.position", "residual.velocity", "step"}) {
    const Index column = record.columns().find(name);
    ASSERT_GE(column, 0) << name;
    EXPECT_EQ(report::group_of(record.columns()[column]).name, name.substr(0, name.find('.')));
    EXPECT_EQ(record.column(column, 0, 1, 20), motion.column(name)) << name;
    EXPECT_FALSE(is_listed(motion, name)) << name;
    EXPECT_EQ(csv.find(name), std::string::npos) << name;
  }
  EXPECT_EQ(motion.sample(3).size(), motion.columns().size());
  EXPECT_EQ(motion.sample(3)[1], motion.column("bob.x")[3]);
}

TEST(RunMeasures, SamplesAreOnTheConstraintsToRounding) {
  const Trajectory motion = run(read_model(bob, "a.toml"));
  const Numbers x = motion.column("bob.x"), y = motion.column("bob.y");
  const Numbers far = motion.column("residual.position"), fast = motion.column("residual.velocity");
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_LT(fast[k], 1e-13) << k;
    const double dx = x[k] - 2, dy = y[k] - 1;
    const double size = 2 * std::max(std::abs(dx), std::abs(dy));
    // Both are rounding, each of some terms of size one.
    EXPECT_NEAR(far[k], std::abs(dx * dx + dy * dy - 1) / size, 2e-15) << k;
  }
}

// Halfway between two walls that cannot both be touched.
TEST(RunMeasures, WhatCannotBeSatisfiedIsTold) {
  const Trajectory motion = run(read_model(R"toml(
[[particles]]
name = "p"
mass = 1
position = [0.4, 0]
velocity = [0, 1]
[[constraints]]
name = "left"
equation = "p.x = 0"
[[constraints]]
name = "right"
equation = "2*p.x = 2"
[simulate]
duration = 1
output = 5
)toml",
                                           "a.toml"));
  const Numbers x = motion.column("p.x"), far = motion.column("residual.position");
  ASSERT_EQ(far.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_GT(far[k], 0.4);
    EXPECT_DOUBLE_EQ(far[k], std::max(std::abs(x[k]), std::abs(x[k] - 1)));
  }
}

TEST(RunMeasures, StepsAreTheDistancesOfTheirEnds) {
  for (const char* method : {"dopri853", "radau5", "bdf", "rattle4"}) {
    RunOptions options;
    options.every_step = true;
    options.method = method;
    if (method == std::string("rattle4")) options.step = 0.03;
    const Trajectory motion = run(read_model(bob, "a.toml"), options);
    const Numbers t = motion.column("t"), dt = motion.column("step");
    ASSERT_GT(t.size(), 3u) << method;
    EXPECT_EQ(dt[0], dt[1]) << method;  // the first step
    for (std::size_t k = 1; k < t.size(); ++k) EXPECT_EQ(dt[k], t[k] - t[k - 1]) << method << k;
    EXPECT_EQ(t.back(), 1) << method;
  }
}

TEST(RunMeasures, SamplesTellTheStepTheyLieIn) {
  const Model model = read_model(bob, "a.toml");
  RunOptions options;
  options.every_step = true;
  const Trajectory steps = run(model, options);
  const Trajectory motion = run(model);
  const Numbers ends = steps.column("t"), lengths = steps.column("step");
  const Numbers t = motion.column("t"), dt = motion.column("step");
  for (std::size_t k = 0; k < t.size(); ++k) {
    const auto at = std::lower_bound(ends.begin(), ends.end(), t[k]) - ends.begin();
    EXPECT_EQ(dt[k], lengths[static_cast<std::size_t>(at)]) << k;
  }
}

TEST(RunMeasures, ResumedRunsTellTheSame) {
  const Model model = read_model(bob, "a.toml");
  for (const char* method : {"dopri853", "radau5", "bdf"}) {
    for (const long stop : {1L, 4L}) {
      const Scratch scratch;
      RunOptions options;
      options.method = method;
      const Trajectory whole = run(model, options);
      options.keep = scratch.path("run");
      options.goes_on = [stop](const Progress& progress) { return progress.steps < stop; };
      ASSERT_EQ(run(model, options).summary().ending, Ending::interrupted) << method;
      options.goes_on = nullptr;
      options.resume = true;
      const Trajectory resumed = run(model, options);
      write_hdf5(whole, scratch.path("whole.h5"));
      write_hdf5(resumed, scratch.path("resumed.h5"));
      EXPECT_EQ(whole.column("step"), resumed.column("step")) << method << stop;
      EXPECT_EQ(test::bytes_of(scratch.path("whole.h5")),
                test::bytes_of(scratch.path("resumed.h5")))
          << method << stop;
    }
  }
}

TEST(RunMeasures, WithoutConstraintsThereIsNoDistance) {
  const std::string text = bob;
  const std::size_t from = text.find("[[constraints]]"), to = text.find("[simulate]");
  const Trajectory motion = run(read_model(text.substr(0, from) + text.substr(to), "a.toml"));
  EXPECT_THROW(motion.column("residual.position"), InputError);
  for (const double dt : motion.column("step")) EXPECT_GT(dt, 0);
}

TEST(RunMeasures, NamesOfTheModelComeFirst) {
  const Trajectory motion = run(read_model(
      std::string(bob) + "[[observe]]\nname = \"step\"\nformula = \"bob.x + 7\"\n", "a.toml"));
  EXPECT_TRUE(is_listed(motion, "step"));
  EXPECT_GT(motion.column("step")[0], 9.9);
  EXPECT_LT(motion.column("run.step")[0], 1);
}

}  // namespace
}  // namespace zwang
