// SPDX-License-Identifier: Apache-2.0
// A motion in pieces is the motion in one piece, to the bit; a copy goes on with the same bits.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "clocked_texts.h"
#include "support/random.h"

namespace zwang::test {
namespace {

struct Case {
  std::string name, text, method;
  double step = 0;
};

std::vector<Case> cases() {
  return {{"pendulum", pendulum_text, "dopri853"},
          {"pendulum", pendulum_text, "dopri5"},
          {"pendulum", pendulum_text, "radau5"},
          {"pendulum", pendulum_text, "bdf"},
          {"pendulum", pendulum_text, "rk4", 0.013},
          {"pendulum", pendulum_text, "gauss6", 0.021},
          {"pendulum", pendulum_text, "rattle4", 0.017},
          {"two rods", two_rods_text, "auto"},
          {"four-bar", four_bar_text(), "auto"},
          {"four-bar", four_bar_text(), "radau5"},
          {"ball", ball_text, "auto"},
          {"ball", ball_text, "radau5"},
          {"block", block_text, "auto"},
          {"braked", braked_text, "auto"},
          {"arm", arm_text(), "auto"}};
}

RunOptions options_of(const Case& one) {
  RunOptions options;
  options.method = one.method;
  if (one.step > 0) options.step = one.step;
  options.tolerance = 1e-8;
  return options;
}

std::string told(const Case& one) { return one.name + " by " + one.method; }

void expect_same(const State& x, const State& y, const std::string& where) {
  EXPECT_EQ(x.t, y.t) << where;
  EXPECT_EQ(x.q, y.q) << where;
  EXPECT_EQ(x.v, y.v) << where;
}

TEST(Simulation, StopsAreSamplesOfARun) {
  for (const Case& one : cases()) {
    const Model model = model_of(one.text);
    RunOptions options = options_of(one);
    Simulation simulation(model, options);
    options.samples = 57;
    const Trajectory motion = run(model, options);
    ASSERT_EQ(motion.summary().ending, Ending::done) << told(one);
    const std::vector<double> t = motion.column("t");
    std::vector<std::vector<double>> q;
    for (const std::string& name : model.coordinates()) q.push_back(motion.column(name));
    std::size_t happened = 0;
    for (std::size_t k = 1; k + 1 < t.size(); ++k) {
      ASSERT_EQ(simulation.advance_to(t[k]), Ending::done) << told(one);
      happened += simulation.events().size();
      for (std::size_t i = 0; i < q.size(); ++i)
        EXPECT_EQ(simulation.state().q[i], q[i][k]) << told(one) << " at " << t[k];
    }
    simulation.advance_to(t.back());
    happened += simulation.events().size();
    expect_same(simulation.state(), motion.summary().end, told(one));
    EXPECT_EQ(happened, motion.summary().events_in_all) << told(one);
    const Summary summary = simulation.summary();
    EXPECT_EQ(summary.steps, motion.summary().steps) << told(one);
    EXPECT_EQ(summary.energy.end, motion.summary().energy.end) << told(one);
    EXPECT_EQ(summary.message.substr(0, 7), "The run") << told(one);
  }
}

TEST(Simulation, CopiesGoOnWithTheSameBits) {
  const std::uint64_t seed = 20261;
  Random random(seed);
  for (const Case& one : cases()) {
    Simulation simulation(model_of(one.text), options_of(one));
    const double duration = one.name == "two rods" ? 1 : 2;
    for (int round = 0; round < 3; ++round) {
      simulation.advance(random.uniform(0.05, 0.3) * duration);
      if (round == 1) simulation.apply(simulation.model().forces().front(), 0.5);
      if (round == 1) simulation.advance(0.01 * duration);
      if (round == 2) simulation.apply(simulation.model().forces().front(), -0.7);
      const Simulation kept = simulation;
      expect_same(kept.state(), simulation.state(), told(one));
      const double next = simulation.t() + 0.21 * duration;
      simulation.advance_to(next);
      Simulation again = kept;
      again.advance_to(next);
      expect_same(
          again.state(), simulation.state(),
          told(one) + ", seed " + std::to_string(seed) + ", round " + std::to_string(round));
    }
    EXPECT_EQ(simulation.ending(), Ending::done) << told(one) << simulation.message();
  }
}

// Beyond the duration as much is added, and the motion is that of a longer run.
TEST(Simulation, HasNoEnd) {
  for (const char* const text : {pendulum_text.c_str(), ball_text.c_str()}) {
    RunOptions options;
    options.tolerance = 1e-11;
    options.duration = 0.4;
    Simulation simulation(model_of(text), options);
    while (simulation.t() < 1.9) ASSERT_EQ(simulation.advance(0.19), Ending::done);
    options.duration = simulation.t();
    const State end = run(model_of(text), options).summary().end;
    EXPECT_EQ(simulation.t(), end.t);
    for (std::size_t i = 0; i < end.q.size(); ++i) {
      EXPECT_NEAR(simulation.state().q[i], end.q[i], 1e-8);
      EXPECT_NEAR(simulation.state().v[i], end.v[i], 1e-7);
    }
    EXPECT_LT(std::abs(simulation.summary().energy.drift), 1e-7);
  }
}

TEST(Simulation, TellsImpactsWhenTheyHappen) {
  Simulation simulation(model_of(ball_text));
  const double first = std::sqrt(2 / 9.81);
  simulation.advance_to(0.9 * first);
  EXPECT_TRUE(simulation.events().empty());
  simulation.advance_to(1.1 * first);
  ASSERT_EQ(simulation.events().size(), 1u);
  EXPECT_EQ(simulation.events()[0].what, "impact");
  EXPECT_EQ(simulation.events()[0].name, "floor");
  EXPECT_NEAR(simulation.events()[0].state.t, first, 1e-9);
  // A copy of before tells it too.
  simulation.advance(0.01);
  EXPECT_TRUE(simulation.events().empty());
}

TEST(Simulation, GoesOnAfterAStop) {
  std::string text = braked_text;
  text.replace(text.find("action = {"), std::string::npos,
               "action = { stop = true }\n[simulate]\nduration = 4\n");
  Simulation simulation(model_of(text));
  int stops = 0;
  while (simulation.t() < 4) {
    const Ending ending = simulation.advance_to(4);
    if (ending == Ending::event) {
      ++stops;
      EXPECT_NEAR(simulation.state().q[0], 0, 1e-8);
      ASSERT_EQ(simulation.events().size(), 1u);
      EXPECT_EQ(simulation.events()[0].name, "bottom");
      if (stops == 2) simulation.apply("a", 0.1);  // a change at the event does not meet it again
    } else {
      ASSERT_EQ(ending, Ending::done) << simulation.message();
    }
    ASSERT_LT(stops, 10);
  }
  EXPECT_EQ(stops, 4);  // of a swing of 2.2 s
}

// What ends a run ends a simulation, at the same time and in the same words.
TEST(Simulation, EndsAsARunDoes) {
  const std::string text = R"toml(
[[particles]]
name = "bob"
mass = 1
position = [1, 0]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = 1"
[[constraints]]
name = "lift"
equation = "bob.y = 0.5*t"
[simulate]
duration = 4
)toml";
  const Summary expected = run(model_of(text)).summary();
  Simulation simulation(model_of(text));
  while (simulation.advance(0.1) == Ending::done) ASSERT_LT(simulation.t(), 4);
  EXPECT_EQ(simulation.ending(), expected.ending);
  EXPECT_EQ(simulation.ending(), Ending::contradiction);
  EXPECT_NEAR(simulation.t(), 2, 1e-3);
  EXPECT_EQ(simulation.message(), expected.message);
  const double t = simulation.t();
  simulation.advance(1);
  EXPECT_EQ(simulation.t(), t);
  simulation.set_state({0.5, {std::sqrt(1 - 0.0625), 0.25}, {0, 0.5}});
  EXPECT_EQ(simulation.advance(0.5), Ending::done);
  EXPECT_NEAR(simulation.state().q[1], 0.5, 1e-12);
}

}  // namespace
}  // namespace zwang::test
