// SPDX-License-Identifier: Apache-2.0
// The error of a run by a second one: what it says, when it says nothing, and that the run does not feel it.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "api/error/pair_events.h"
#include "api/error/spread.h"
#include "api/texts.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

const std::string models = ZWANG_TEST_DATA "/../../models/";

Trajectory with_errors(const Model& model, RunOptions options = {}) {
  options.error = true;
  return run(model, options);
}

double error_of(const Trajectory& trajectory, const std::string& name) {
  const auto error = trajectory.summary().error->of(name);
  EXPECT_TRUE(error.has_value()) << name << ": " << trajectory.summary().error->message;
  return error.value_or(std::nan(""));
}

Model model_of(const std::string& text) { return read_model(text, "model"); }

std::string oscillator(const std::string& more) {
  return "[coordinates]\nx = 1\n[free]\nacceleration = [\"-x\"]\n[simulate]\nduration = 10\n" +
         more;
}

TEST(RunError, LeavesTheRunAsItIs) {
  for (const char* name : {"pendulum.toml", "falling_rod.toml", "slider_crank_bodies.toml"}) {
    const Model model = load_model(models + name);
    const Trajectory plain = run(model), with = with_errors(model);
    EXPECT_EQ(bits(plain), bits(with)) << name;
    EXPECT_FALSE(plain.summary().error.has_value());
    std::string json = timeless(with);
    const std::size_t begin = json.find("\n  \"error\": {"), end = json.find("\n  }", begin);
    ASSERT_NE(begin, std::string::npos) << json;
    EXPECT_EQ(json.erase(begin, end + 5 - begin), timeless(plain)) << name;
    EXPECT_EQ(timeless(with), timeless(with_errors(model))) << name;  // the same bits again
  }
}

TEST(RunError, ContainsTheClosedForm) {
  const Model model = model_of(pendulum_text);
  constexpr double period = 2.367841947576237;
  for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
    RunOptions options;
    options.duration = 4 * period;  // level again
    options.tolerance = tolerance;
    const Trajectory trajectory = with_errors(model, options);
    const Summary& summary = trajectory.summary();
    EXPECT_LE(std::abs(summary.end.q[0] - 1), error_of(trajectory, "bob.x")) << tolerance;
    EXPECT_LE(std::abs(summary.end.q[1]), error_of(trajectory, "bob.y")) << tolerance;
    EXPECT_LE(std::abs(summary.end.v[1]), error_of(trajectory, "bob.y'")) << tolerance;
    EXPECT_LE(std::abs(summary.observables[0]), error_of(trajectory, "height")) << tolerance;
    EXPECT_LE(error_of(trajectory, "bob.y"), 1e3 * tolerance);
    EXPECT_FALSE(summary.error->unknown_after.has_value());
  }
}

TEST(RunError, HalvesFixedSteps) {
  for (const char* method : {"rk4", "rattle2", "rattle4", "gauss6"}) {
    const Model model =
        model_of(oscillator("step = 0.05\nmethod = \"" + std::string(method) + "\"\n"));
    const Trajectory trajectory = with_errors(model);
    const double off = std::abs(trajectory.summary().end.q[0] - std::cos(10.0));
    EXPECT_EQ(trajectory.summary().error->step, 0.025) << method;
    EXPECT_LE(off, error_of(trajectory, "x")) << method;
    EXPECT_LE(error_of(trajectory, "x"), 10 * off + 1e-12) << method;
  }
}

TEST(RunError, IsOfTheTimeWhereAnEventEndsTheRun) {
  const Model model =
      model_of(oscillator("[[events]]\nname = \"zero\"\nwhen = \"x\"\ndirection = "
                          "\"falling\"\naction = \"stop\"\n"));
  const Trajectory trajectory = with_errors(model);
  const Summary& summary = trajectory.summary();
  ASSERT_EQ(summary.ending, Ending::event) << summary.message;
  const double exact = std::numbers::pi / 2;
  EXPECT_LE(std::abs(summary.end.t - exact), error_of(trajectory, "t"));
  EXPECT_LE(error_of(trajectory, "t"), 1e-7);
  ASSERT_EQ(summary.error->events.size(), 1u);
  EXPECT_LE(std::abs(summary.events[0].state.t - exact), summary.error->events[0]);
  EXPECT_LE(std::abs(summary.end.v[0] + 1), error_of(trajectory, "x'"));
}

TEST(RunError, IsKnownWithoutSamples) {
  RunOptions options;
  options.columns.emplace();
  const Trajectory trajectory = with_errors(model_of(pendulum_text), options);
  EXPECT_EQ(trajectory.samples(), 0u);
  EXPECT_GT(error_of(trajectory, "bob.x"), 0);
  EXPECT_GT(error_of(trajectory, "height"), 0);
}

TEST(RunError, IsUnknownOfARunThatFailed) {
  RunOptions options;
  options.goes_on = [](const Progress& progress) { return progress.t < 0.5; };
  const RunError stopped = *with_errors(model_of(pendulum_text), options).summary().error;
  EXPECT_EQ(stopped.message, "Not estimated: the run did not reach its end.");
  EXPECT_FALSE(stopped.of("bob.x").has_value());
  // Stopped while the second run goes on: the first is whole.
  bool second = false;
  options.goes_on = [&](const Progress& progress) {
    second = second || progress.t == progress.until;
    return !second || progress.t == progress.until;
  };
  const Trajectory whole = with_errors(model_of(pendulum_text), options);
  EXPECT_EQ(whole.summary().ending, Ending::done);
  EXPECT_EQ(whole.summary().error->message,
            "Unknown: the second run, which estimates it, was interrupted.");
}

TEST(RunError, SaysWhenNoDigitsAreLeft) {
  RunOptions options;
  options.duration = 60;
  options.tolerance = 1e-6;
  const Model model = load_model(models + "double_pendulum.toml");
  const Trajectory trajectory = with_errors(model, options);
  const RunError& error = *trajectory.summary().error;
  ASSERT_TRUE(error.unknown_after.has_value()) << error.message;
  EXPECT_TRUE(error.message.starts_with("No digits left after t = ")) << error.message;
  for (const std::string& name : model.coordinates()) EXPECT_FALSE(error.of(name).has_value());
  EXPECT_TRUE(error.of("energy").has_value());  // it is kept all the same
}

RunEvent event(const char* what, const char* name, double t) {
  RunEvent event;
  event.what = what;
  event.name = name;
  event.state.t = t;
  return event;
}

TEST(PairEvents, GoByNameAndOrder) {
  const std::vector<RunEvent> a = {event("impact", "left", 1), event("impact", "right", 1),
                                   event("impact", "left", 2)};
  const std::vector<RunEvent> b = {event("impact", "right", 1.25), event("impact", "left", 1),
                                   event("impact", "left", 2.5), event("rest", "left", 2.75)};
  const PairedEvents pairs = pair_events(a, b);
  EXPECT_EQ(pairs.other, (std::vector<double>{1, 1.25, 2.5}));
  EXPECT_EQ(pairs.difference, (std::vector<double>{0.5, 0.25, 0.5}));  // the neighbours' too
  EXPECT_EQ(pairs.unpaired, 2.75);
  EXPECT_EQ(pairs.what, "rest");
  EXPECT_FALSE(pair_events(a, a).unpaired.has_value());
  // One more than the other has: those before and behind it keep their counterparts.
  const std::vector<RunEvent> more = {event("rest", "left", 1), event("rest", "left", 3),
                                      event("rest", "left", 5)};
  const std::vector<RunEvent> less = {event("rest", "left", 1.125), event("rest", "left", 5)};
  const PairedEvents some = pair_events(more, less), others = pair_events(less, more);
  EXPECT_EQ(some.other[0], 1.125);
  EXPECT_TRUE(std::isnan(some.other[1]));
  EXPECT_EQ(some.other[2], 5);
  EXPECT_EQ(some.unpaired, 3);
  EXPECT_EQ(others.other, (std::vector<double>{1, 5}));
  EXPECT_EQ(others.unpaired, 3);
}

TEST(FindLoss, IsWhereItStays) {
  std::vector<double> distance(100, 1e-6);
  EXPECT_FALSE(find_loss(distance).has_value());
  distance[10] = 1;  // one look beside a jump
  EXPECT_FALSE(find_loss(distance).has_value());
  for (std::size_t i = 50; i < 100; ++i) distance[i] = i % 4 == 0 ? 0.01 : 1;
  EXPECT_EQ(find_loss(distance), 50u);
  for (std::size_t i = 60; i < 100; ++i) distance[i] = 1e-6;  // it came back
  EXPECT_FALSE(find_loss(distance).has_value());
}

TEST(Growth, IsExponentialOrNone) {
  std::vector<double> t, chaos, drift;
  for (int i = 0; i <= 100; ++i) {
    t.push_back(0.3 * i);
    chaos.push_back(1e-12 * std::exp(0.8 * t.back()));
    drift.push_back(1e-6 * t.back() * t.back());
  }
  EXPECT_NEAR(growth_until(t, chaos, 100), 0.8, 1e-9);
  EXPECT_EQ(growth_until(t, drift, 100), 0);
}

}  // namespace
}  // namespace zwang::test
