// SPDX-License-Identifier: Apache-2.0
// The error of a run by a second one: what it says, when it says nothing, and that the run does not feel it.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "accuracy/pair_events.h"
#include "accuracy/spread.h"
#include "api/texts.h"
#include "base/number.h"
#include "support/random.h"
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

TEST(RunError, LeavesEveryStepAsItIs) {
  RunOptions options;
  options.every_step = true;
  for (const char* name : {"pendulum.toml", "falling_rod.toml"}) {
    const Model model = load_model(models + name);
    const Trajectory with = with_errors(model, options);
    EXPECT_EQ(bits(run(model, options)), bits(with)) << name;
    for (const std::string& rate : model.rates()) EXPECT_LT(error_of(with, rate), 1e-6);
  }
}

TEST(RunError, ContainsTheClosedForm) {
  const Model model = model_of(pendulum_text);
  constexpr double period = 2.367841947576237;
  for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11, 1e-13, 1e-15}) {
    RunOptions options;
    options.duration = 4 * period;  // level again
    options.tolerance = tolerance;
    const Trajectory trajectory = with_errors(model, options);
    const Summary& summary = trajectory.summary();
    EXPECT_LE(std::abs(summary.end.q[0] - 1), error_of(trajectory, "bob.x")) << tolerance;
    EXPECT_LE(std::abs(summary.end.q[1]), error_of(trajectory, "bob.y")) << tolerance;
    EXPECT_LE(std::abs(summary.end.v[1]), error_of(trajectory, "bob.y'")) << tolerance;
    EXPECT_LE(std::abs(summary.observables[0]), error_of(trajectory, "height")) << tolerance;
    EXPECT_LE(error_of(trajectory, "bob.y"), 1e3 * tolerance + 1e-10);
    EXPECT_FALSE(summary.error->unknown_after.has_value());
  }
}

// The pendulum in a turned world, in any units of length and time: after four periods it is where it began.
TEST(RunError, HoldsInEveryUnitAndDirection) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const double l = std::pow(10.0, random.uniform(-6, 6)),
                 second = std::pow(10.0, random.uniform(-3, 3));
    const double angle = random.uniform(0, 6.28), g = 9.81 * l / (second * second);
    const double x = l * std::cos(angle), y = l * std::sin(angle);
    const auto text = [](double number) { return number_text(number); };
    const std::string turned =
        "[[particles]]\nname = \"b\"\nmass = 1\nposition = [" + text(x) + ", " + text(y) +
        "]\n[free]\ngravity = [" + text(g * std::sin(angle)) + ", " + text(-g * std::cos(angle)) +
        "]\n[[constraints]]\nname = \"rod\"\nequation = \"b.x^2 + b.y^2 = " + text(l) + "^2\"\n";
    RunOptions options;
    options.duration = 4 * 2.367841947576237 * second;
    const Trajectory trajectory = with_errors(model_of(turned), options);
    const State& end = trajectory.summary().end;
    EXPECT_LE(std::abs(end.q[0] - x), error_of(trajectory, "b.x")) << "seed " << seed;
    EXPECT_LE(std::abs(end.q[1] - y), error_of(trajectory, "b.y")) << "seed " << seed;
    EXPECT_LE(error_of(trajectory, "b.x"), 1e-6 * l) << "seed " << seed;
    EXPECT_LE(error_of(trajectory, "b.x'"), 1e-6 * l / second) << "seed " << seed;
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

// An oscillator comes back to 1; numerically to a little less. A threshold just below is crossed in one run and not in the other.
TEST(RunError, IsUnknownWhereTheRunsTakeDifferentEvents) {
  RunOptions options;
  options.duration = 20;
  options.tolerance = 1e-4;
  int parted = 0;
  for (const double delta : {1e-4, 5e-5, 3e-5, 1e-5, 5e-6}) {
    const std::string top =
        "[[events]]\nname = \"top\"\nwhen = \"x - 1 + delta\"\ndirection = \"rising\"\n"
        "action = { set = { \"x'\" = 2 } }\n[parameters]\ndelta = 0\n";
    options.settings = {{"delta", delta}};
    const Trajectory trajectory = with_errors(model_of(oscillator(top)), options);
    const RunError& error = *trajectory.summary().error;
    if (!error.unknown_after) continue;
    ++parted;
    EXPECT_TRUE(error.message.starts_with("Error unknown after t = 6.2")) << error.message;
    EXPECT_NE(error.message.find("the two solutions take different events, first 'top' (event)"),
              std::string::npos)
        << error.message;
    EXPECT_FALSE(error.of("x").has_value());
  }
  EXPECT_GE(parted, 1);
}

// At 1e-5 the explicit method does not notice that Robertson's reaction is stiff; at 1e-4 it does.
TEST(RunError, CostsLittleWhereTheMotionIsStiff) {
  const std::string text =
      "[coordinates]\na = 1\nb = 0\nc = 0\n[free]\norder = 1\nacceleration = [\"-0.04*a + "
      "1e4*b*c\", "
      "\"0.04*a - 1e4*b*c - 3e7*b^2\", \"3e7*b^2\"]\n[simulate]\nduration = 40\ntolerance = 1e-4\n";
  const Trajectory trajectory = with_errors(model_of(text));
  const Summary& summary = trajectory.summary();
  EXPECT_LE(summary.error->evaluations, 2 * summary.evaluations);
  const double exact[] = {0.7158270687, 0.9185534764e-5,
                          0.2841637457};  // ten digits: Hairer, Wanner
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string& name = trajectory.model().coordinates()[k];
    EXPECT_LE(std::abs(summary.end.q[k] - exact[k]), error_of(trajectory, name)) << name;
  }
}

// Upright, exactly at rest: no rounding ever moves it, but anything else would. Hanging, nothing would.
TEST(RunError, KnowsThatARestIsNotStable) {
  const auto rod = [](const char* y) {
    return "[[particles]]\nname = \"b\"\nmass = 1\nposition = [0, " + std::string(y) +
           "]\n[free]\ngravity = [0, -9.81]\n[[constraints]]\nname = \"rod\"\n"
           "equation = \"b.x^2 + b.y^2 = 1\"\n[simulate]\nduration = 13\n";
  };
  const Trajectory up = with_errors(model_of(rod("1"))), down = with_errors(model_of(rod("-1")));
  EXPECT_EQ(up.summary().end.q, (std::vector<double>{0, 1}));
  const RunError& error = *up.summary().error;
  ASSERT_TRUE(error.unknown_after.has_value()) << error.message;
  EXPECT_NEAR(*error.unknown_after, std::log(0.05 / 2.2e-16) / std::sqrt(9.81), 1.0);
  EXPECT_NEAR(error.growth, std::sqrt(9.81), 0.5);
  EXPECT_LT(error_of(down, "b.x"), 1e-9);
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

// What rests has rates of 1e-17, which are not the same twice.
TEST(Spread, LosesNoDigitsAtRest) {
  Looks looks;
  looks.a.width = looks.b.width = looks.more.width = 3;
  Random random(5);
  for (int i = 0; i <= 50; ++i) {
    const double t = 0.04 * i;
    for (Rows* rows : {&looks.a, &looks.b})
      rows->numbers.insert(rows->numbers.end(), {t, 0.3, 1e-17 * random.uniform(-1, 1)});
  }
  Yardstick yardstick;
  yardstick.kinds = {0, Yardstick::coordinate, Yardstick::rate};
  yardstick.is_state = {0, 1, 1};
  yardstick.floor = 1e-15;
  EXPECT_FALSE(compare(looks, yardstick).lost.has_value());
  // A hundred thousand times as fast they would have moved something.
  for (Rows* rows : {&looks.a, &looks.b})
    for (std::size_t i = 2; i < rows->numbers.size(); i += 3) rows->numbers[i] *= 1e5;
  EXPECT_TRUE(compare(looks, yardstick).lost.has_value());
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
