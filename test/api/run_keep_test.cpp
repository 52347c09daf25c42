// SPDX-License-Identifier: Apache-2.0
// Runs that are kept while they go on, stopped, and resumed: the same bits as if nothing had been.

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "api/texts.h"
#include "record/scratch.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

RunOptions options_for(const std::string& method) {
  RunOptions options;
  options.method = method;
  options.tolerance = 1e-6;
  const bool fixed = method == "rk4" || method == "gauss6" || method.starts_with("rattle");
  if (fixed) options.step = 1.0 / 64;
  return options;
}

/// Goes on for so many steps.
std::function<bool(const Progress&)> for_steps(long count) {
  return [count](const Progress& progress) { return progress.steps < count; };
}

class KeptRun : public ::testing::TestWithParam<const char*> {};

TEST_P(KeptRun, HasTheSameBitsAsOneInMemory) {
  const Scratch scratch;
  const Model model = read_model(pendulum_text, "");
  RunOptions options = options_for(GetParam());
  const Trajectory memory = run(model, options);
  options.keep = scratch.path("run");
  const Trajectory kept = run(model, options);
  EXPECT_EQ(bits(memory), bits(kept));
  EXPECT_EQ(timeless(memory), timeless(kept));
  EXPECT_TRUE(std::filesystem::exists(scratch.path("run.part")));
  write_csv(memory, scratch.path("memory.csv"));
  write_csv(kept, scratch.path("kept.csv"));
  EXPECT_EQ(bytes_of(scratch.path("memory.csv")), bytes_of(scratch.path("kept.csv")));
  write_hdf5(memory, scratch.path("memory.h5"));
  write_hdf5(kept, scratch.path("kept.h5"));
  EXPECT_EQ(bytes_of(scratch.path("memory.h5")), bytes_of(scratch.path("kept.h5")));
}

TEST_P(KeptRun, StoppedAnywhereAndResumedHasTheSameBits) {
  const Model model = read_model(pendulum_text, "");
  for (const bool every_step : {false, true}) {
    RunOptions options = options_for(GetParam());
    options.every_step = every_step;
    const Trajectory whole = run(model, options);
    for (const long stop : {1L, 2L, whole.summary().steps / 2, whole.summary().steps - 1}) {
      SCOPED_TRACE(std::to_string(stop) + " steps");
      const Scratch scratch;
      options.keep = scratch.path("run");
      options.resume = false;
      options.goes_on = for_steps(stop);
      const Trajectory first = run(model, options);
      EXPECT_EQ(first.summary().ending, Ending::interrupted);
      EXPECT_EQ(first.summary().steps, stop);
      EXPECT_LT(first.samples(), whole.samples());
      EXPECT_NE(first.summary().message.find("can be resumed"), std::string::npos);
      options.resume = true;
      options.goes_on = nullptr;
      const Trajectory second = run(model, options);
      EXPECT_EQ(bits(whole), bits(second));
      EXPECT_EQ(timeless(whole), timeless(second));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, KeptRun,
                         ::testing::Values("dopri853", "dopri5", "rk4", "rattle4", "gauss6",
                                           "radau5", "bdf"),
                         [](const auto& method) { return std::string(method.param); });

// Methods with a long memory can be resumed only where they begin afresh; what they did after that
// is done again.
TEST(Keep, AMethodThatBeginsAfreshNowAndThenIsResumedFromThere) {
  const Model model = read_model(pendulum_text, "");
  RunOptions options;
  options.method = "radau5";
  options.tolerance = 1e-12;
  options.duration = 4;
  const Trajectory whole = run(model, options);
  ASSERT_GT(whole.summary().steps, 700);
  const Scratch scratch;
  options.keep = scratch.path("run");
  options.goes_on = for_steps(700);
  run(model, options);
  EXPECT_TRUE(std::filesystem::exists(scratch.path("run.checkpoint")));
  options.resume = true;
  options.goes_on = nullptr;
  const Trajectory again = run(model, options);
  EXPECT_EQ(bits(whole), bits(again));
  EXPECT_EQ(timeless(whole), timeless(again));
}

TEST(Keep, ARunFromAnEquilibriumKnowsItAfterItIsResumed) {
  const Scratch scratch;
  std::string text = pendulum_text + "start = \"equilibrium\"\n";
  text.replace(text.find("[\"l\", 0]"), 8, "[0.6, -0.8]");
  const Model model = read_model(text, "");
  const Trajectory whole = run(model);
  EXPECT_NE(whole.summary().message.find("stable equilibrium"), std::string::npos)
      << whole.summary().message;
  EXPECT_NEAR(whole.summary().start.q[1], -1, 1e-12);
  EXPECT_NEAR(whole.summary().start_moved, 0.6, 1e-9);
  RunOptions options;
  options.keep = scratch.path("run");
  options.goes_on = for_steps(1);  // a rest takes few
  ASSERT_EQ(run(model, options).summary().ending, Ending::interrupted);
  options.resume = true;
  options.goes_on = nullptr;
  EXPECT_EQ(timeless(run(model, options)), timeless(whole));
}

TEST(Keep, ARunStoppedManyTimesHasTheSameBits) {
  const Scratch scratch;
  const Model model = read_model(two_rods_text, "");
  const Trajectory whole = run(model);
  RunOptions options;
  options.keep = scratch.path("run");
  long steps = 3;
  int runs = 0;
  for (;; steps += 3, options.resume = true, ++runs) {
    options.goes_on = for_steps(steps);
    const Trajectory part = run(model, options);
    if (part.summary().ending == Ending::interrupted) continue;
    EXPECT_EQ(bits(whole), bits(part));
    EXPECT_EQ(timeless(whole), timeless(part));
    break;
  }
  EXPECT_GE(runs, 3);
}

TEST(Keep, AnotherRunIsNotResumedAndItsFilesStayAsTheyWere) {
  const Scratch scratch;
  RunOptions options;
  options.keep = scratch.path("run");
  options.goes_on = for_steps(5);
  run(read_model(pendulum_text, ""), options);
  const std::string part = bytes_of(scratch.path("run.part"));
  const std::string checkpoint = bytes_of(scratch.path("run.checkpoint"));
  options.resume = true;
  const auto message = [&](const Model& model, const RunOptions& with) {
    return message_of<FileTrouble>([&] { run(model, with); });
  };
  const Model same = read_model(pendulum_text, "");
  const std::string of_parameter = message(read_model(pendulum_text, "", {{"g", 1.62}}), options);
  EXPECT_NE(of_parameter.find("the parameter 'g' was 9.81 and is now 1.62"), std::string::npos)
      << of_parameter;
  EXPECT_NE(message(read_model(pendulum_text + "\n", ""), options).find("text of the model"),
            std::string::npos);
  RunOptions other = options;
  other.tolerance = 1e-7;
  EXPECT_NE(message(same, other).find("the method was"), std::string::npos);
  other = options;
  other.duration = 3;
  EXPECT_NE(message(same, other).find("the method was"), std::string::npos);
  other = options;
  other.start = State{0, {0, 1}, {0, 0}};
  EXPECT_NE(message(same, other).find("the method was"), std::string::npos);
  EXPECT_EQ(bytes_of(scratch.path("run.part")), part);
  EXPECT_EQ(bytes_of(scratch.path("run.checkpoint")), checkpoint);
}

TEST(Keep, ARunInCodeKnowsItsOwnKind) {
  const Scratch scratch;
  RunOptions options;
  options.keep = scratch.path("run");
  options.goes_on = for_steps(5);
  run(compile_model(pendulum_in_code()), options);
  options.resume = true;
  options.goes_on = nullptr;
  Description other = pendulum_in_code();
  other.particles[0].force = {0, "-0.1*bob.y'"};
  EXPECT_THROW(run(compile_model(other), options), FileTrouble);
  EXPECT_EQ(run(compile_model(pendulum_in_code()), options).summary().ending, Ending::done);
}

TEST(Keep, WhereNothingIsKeptNothingIsResumed) {
  const Scratch scratch;
  RunOptions options;
  options.keep = scratch.path("run");
  options.resume = true;
  EXPECT_THROW(run(read_model(pendulum_text, ""), options), FileTrouble);
}

TEST(Keep, ARunThatWasKilledBeforeItsFirstCheckpointBeginsAnew) {
  const Scratch scratch;
  const Model model = read_model(pendulum_text, "");
  RunOptions options;
  options.keep = scratch.path("run");
  options.goes_on = for_steps(5);
  run(model, options);
  std::filesystem::remove(scratch.path("run.checkpoint"));
  options.resume = true;
  options.goes_on = nullptr;
  EXPECT_THROW(run(read_model(pendulum_text, "", {{"g", 1.62}}), options), FileTrouble);
  EXPECT_EQ(bits(run(model, options)), bits(run(model)));
}

TEST(Keep, ANewRunForgetsTheCheckpointOfTheOld) {
  const Scratch scratch;
  const Model model = read_model(pendulum_text, "");
  RunOptions options;
  options.keep = scratch.path("run");
  options.goes_on = for_steps(5);
  run(model, options);
  EXPECT_TRUE(std::filesystem::exists(scratch.path("run.checkpoint")));
  options.goes_on = nullptr;
  run(model, options);
  EXPECT_FALSE(std::filesystem::exists(scratch.path("run.checkpoint")));
}

TEST(Keep, AnExceptionOfTheUserPassesThroughAndTheRunCanBeResumed) {
  const Scratch scratch;
  const Model model = read_model(pendulum_text, "");
  RunOptions options;
  options.goes_on = [](const Progress& progress) -> bool {
    if (progress.steps == 7) throw std::domain_error("enough");
    return true;
  };
  EXPECT_THROW(run(model, options), std::domain_error);
  options.keep = scratch.path("run");
  EXPECT_THROW(run(model, options), std::domain_error);
  options.goes_on = nullptr;
  options.resume = true;
  EXPECT_EQ(bits(run(model, options)), bits(run(model)));
}

TEST(Keep, AFullDiskIsTroubleAndNotTheEndOfTheProgram) {
  const Scratch scratch;
  RunOptions options;
  options.keep = scratch.path("run");
  options.samples = 20000;  // 3 MB
  const Model model = read_model(pendulum_text, "");
  const SmallDisk small(1 << 20);
  const std::string message = message_of<FileTrouble>([&] { run(model, options); });
  EXPECT_NE(message.find("run.part: cannot be written"), std::string::npos) << message;
}

TEST(Keep, ALargeRunStaysInItsFileAndAnswersTheSame) {
  const Scratch scratch;
  const Model model = read_model(pendulum_text, "");
  RunOptions options;
  options.samples = 900000;  // of 19 numbers each: more than are read back
  options.duration = 0.1;
  options.keep = scratch.path("run");
  const Trajectory kept = run(model, options);
  const auto t = kept.column("t");
  ASSERT_EQ(t.size(), 900000u);
  EXPECT_EQ(t.back(), 0.1);
  EXPECT_EQ(kept.sample(899999)[0], 0.1);
  std::filesystem::remove(scratch.path("run.part"));
  EXPECT_THROW(kept.column("t"), FileTrouble);
}

TEST(Keep, AFolderThatIsNotThereIsTrouble) {
  RunOptions options;
  options.keep = "/nowhere/at/all";
  EXPECT_THROW(run(read_model(pendulum_text, ""), options), FileTrouble);
}

}  // namespace
}  // namespace zwang::test
