// SPDX-License-Identifier: Apache-2.0
// Formulas that jump across a surface from both sides: the motion along it (Filippov), against closed forms and
// against the friction law of the engine, in other units.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "api/run_files.h"
#include "record/scratch.h"
#include "support/random.h"
#include "zwang/run.h"
#include "zwang/simulation.h"

namespace zwang::test {
namespace {

std::string show(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "(%.17g)", x);
  return text;
}

/// x'' = force, of one coordinate.
std::string one(double x, double v, const std::string& force, double duration) {
  return "[coordinates]\nx = { start = \"" + show(x) + "\", rate = \"" + show(v) +
         "\" }\n[free]\nmass = [1]\nforce = [\"" + force + "\"]\n[simulate]\nduration = \"" +
         show(duration) + "\"\n";
}

// On its parabola it meets x' + x = 0 at t = √2 − 1; from there x' = −x.
TEST(SlidingMode, OfABangBangServoIsItsLine) {
  const Trajectory motion = run_text(one(1, 0, "-2*sign(x' + x)", 5));
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const double met = std::sqrt(2.0) - 1, x = (1 - met * met) * std::exp(-(5 - met));
  EXPECT_NEAR(motion.summary().end.q[0], x, 1e-9);
  EXPECT_NEAR(motion.summary().end.v[0], -x, 1e-9);
  const auto slides = events_of(motion, "slide");
  ASSERT_EQ(slides.size(), 1u);
  EXPECT_NEAR(slides[0].state.t, met, 1e-12);
  EXPECT_EQ(slides[0].text,
            "The motion slides along the surface where x + x' changes sign, from t = 0.414214 on.");
  EXPECT_LT(motion.summary().steps, 200);
  EXPECT_LT(std::abs(motion.summary().energy.drift), 1e-8);
}

// x'' = −b sign(x' + cx) with any gain, line, unit of length and of time, written with sign or with if: the same line.
TEST(SlidingMode, IsTheSameInOtherUnitsAndWords) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const double length = std::pow(10, random.uniform(-6, 6)),
                 second = std::pow(10, random.uniform(-4, 4));
    const double b = random.uniform(1.5, 3), c = random.uniform(0.5, 1.5);
    const std::string sigma = "(x' + " + show(c / second) + "*x)";
    const double gain = b * length / (second * second);
    const std::string forces[] = {
        show(-gain) + "*sign" + sigma,
        "if(" + sigma + " > 0, " + show(-gain) + ", " + show(gain) + ")",
        show(gain) + " - " + show(2 * gain) + "*if(-3*" + sigma + " <= 0, 1, 0)",
    };
    // 1 − bt²/2 and −bt: met where c − cbt²/2 = bt.
    const double met = (std::sqrt(1 + 2 * c * c / b) - 1) / c, from = 1 - b * met * met / 2;
    const double x = from * std::exp(-c * (4 - met));
    for (const std::string& force : forces) {
      const Trajectory motion = run_text(one(length, 0, force, 4 * second));
      ASSERT_EQ(motion.summary().ending, Ending::done)
          << "seed " << seed << ' ' << force << ' ' << motion.summary().message;
      EXPECT_NEAR(motion.summary().end.q[0] / length, x, 1e-8) << "seed " << seed << ' ' << force;
      EXPECT_EQ(events_of(motion, "slide").size(), 1u) << "seed " << seed << ' ' << force;
    }
  }
}

// A block on a belt under a spring and a force, its friction a formula here and the engine's law there.
TEST(SlidingMode, OfDryFrictionIsThatOfTheFrictionLaw) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const double mu = random.uniform(0.1, 0.5), k = random.uniform(2, 8), w = random.uniform(1, 4);
    const double push = random.uniform(0, 4), belt = random.uniform(-0.5, 0.5),
                 v = random.uniform(-2, 2);
    const std::string pushed = "-" + show(k) + "*x + " + show(push) + "*sin(" + show(w) + "*t)";
    const std::string formula =
        one(0.3, v, pushed + " - " + show(mu * 9.81) + "*sign(x' - " + show(belt) + ")", 6);
    const std::string law =
        "[coordinates]\nx = { start = 0.3, rate = \"" + show(v) +
        "\" }\ny = 0\n[free]\nmass = [1, 1]\nforce = [\"" + pushed +
        "\", -9.81]\n[[constraints]]\nname = \"floor\"\nequation = \"y = 0\"\n" +
        "[[nonideal]]\nfriction = { constraint = \"floor\", coefficient = \"" + show(mu) +
        "\", sliding = \"x' - " + show(belt) + "\" }\n[simulate]\nduration = 6\n";
    const Trajectory a = run_text(formula), b = run_text(law);
    ASSERT_EQ(a.summary().ending, Ending::done) << "seed " << seed << a.summary().message;
    ASSERT_EQ(b.summary().ending, Ending::done) << "seed " << seed << b.summary().message;
    EXPECT_NEAR(a.summary().end.q[0], b.summary().end.q[0], 1e-7) << "seed " << seed;
    EXPECT_NEAR(a.summary().end.v[0], b.summary().end.v[0], 1e-7) << "seed " << seed;
    EXPECT_EQ(events_of(a, "slide").size(), events_of(b, "stick").size()) << "seed " << seed;
    EXPECT_EQ(events_of(a, "depart").size(), events_of(b, "slip").size()) << "seed " << seed;
  }
}

// x'' = −3 sign x − sign x' turns round the origin ever faster and is there after 1.5/(1 − 1/√2): its swings halve.
TEST(SlidingMode, OfPositionsBeginsAfterInfinitelyManyCrossings) {
  const Trajectory motion = run_text(one(1, 0, "-3*sign(x) - sign(x')", 8));
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  EXPECT_NEAR(motion.summary().end.q[0], 0, 1e-9);
  EXPECT_NEAR(motion.summary().end.v[0], 0, 1e-9);
  const auto slides = events_of(motion, "slide");
  ASSERT_GE(slides.size(), 1u);
  EXPECT_NEAR(slides[0].state.t, 1.5 / (1 - std::sqrt(0.5)), 1e-7);
}

// x'' = −sign x − x' never ends to swing: speeds fade as e^(−t/3), and there are 1/(4 x') crossings a second. Until t = 60 there
// would be a billion of them. What rises by less than the tolerance is the surface itself.
TEST(SlidingMode, OfSwingsThatFadeSlowlyBeginsWhereNoToleranceSeesThem) {
  RunOptions options;
  options.tolerance = 1e-6;
  for (const double unit : {1.0, 1e-6, 1e6}) {
    const Trajectory motion =
        run_text(one(unit, 0, "-" + show(unit) + "*sign(x) - x'", 60), options);
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    EXPECT_NEAR(motion.summary().end.q[0], 0, 1e-9 * unit);
    EXPECT_NEAR(motion.summary().end.v[0], 0, 1e-9 * unit);
    EXPECT_LE(motion.summary().steps, 20000);
    const auto slides = events_of(motion, "slide");
    ASSERT_EQ(slides.size(), 1u);
    EXPECT_NEAR(slides[0].state.t, 3 * std::log(1 / 3e-4), 3);
  }
}

// Both lines at once, each pushed by the other's jumps: x' = −x and y' = −2y.
TEST(SlidingMode, AlongTwoSurfacesIsTheirIntersection) {
  const Trajectory motion = run_text(
      "[coordinates]\nx = { start = 1, rate = 0.3 }\ny = { start = -0.5, rate = 0.2 }\n[free]\n"
      "mass = [1, 1]\nforce = [\"-2*sign(x' + x) + 0.5*sign(y' + 2*y)\", \"-3*sign(y' + 2*y)\"]\n"
      "[simulate]\nduration = 4\n");
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const State& end = motion.summary().end;
  EXPECT_NEAR(end.v[0], -end.q[0], 1e-10);
  EXPECT_NEAR(end.v[1], -2 * end.q[1], 1e-10);
  const auto slides = events_of(motion, "slide");
  ASSERT_EQ(slides.size(), 2u);
  const double since = 4 - slides[1].state.t;
  EXPECT_NEAR(end.q[0], slides[1].state.q[0] * std::exp(-since), 1e-9);
  EXPECT_NEAR(end.q[1], slides[1].state.q[1] * std::exp(-2 * since), 1e-9);
}

// Six blocks that push each other, each with friction by sign: all come to rest, all at once at the start.
TEST(SlidingMode, HoldsManyAtOnce) {
  const int n = 6;
  std::string coordinates, masses, forces;
  for (int i = 0; i < n; ++i) {
    const std::string x = "x" + std::to_string(i), next = "x" + std::to_string((i + 1) % n);
    coordinates += x + " = 0." + std::to_string(i + 1) + "\n";
    masses += i > 0 ? ", 1" : "1";
    forces += (i > 0 ? ", \"" : "\"") + ("-sign(" + x + "') + 0.5*(" + next + " - " + x + ")\"");
  }
  const Trajectory motion = run_text("[coordinates]\n" + coordinates + "[free]\nmass = [" + masses +
                                     "]\nforce = [" + forces + "]\n[simulate]\nduration = 3\n");
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(motion.summary().end.q[static_cast<std::size_t>(i)], 0.1 * (i + 1), 1e-13) << i;
  }
  EXPECT_EQ(events_of(motion, "slide").size(), static_cast<std::size_t>(n));
}

// A jump that pushes the same way on both sides is passed where it is: x'' = 1, then 3.
TEST(SlidingMode, IsNotWhereBothSidesPushOn) {
  const Trajectory motion = run_text(one(0, 0, "2 + sign(x - 1)", 3));
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const double met = std::sqrt(2.0), left = 3 - met;
  EXPECT_NEAR(motion.summary().end.q[0], 1 + met * left + 1.5 * left * left, 1e-9);
  EXPECT_TRUE(motion.summary().events.empty());
}

// What is observed is the mean of both sides: its impulse is what the rate changed by, between the samples too.
TEST(SlidingMode, IsWhatObservablesAndReductionsSee) {
  RunOptions options;
  options.samples = 3;
  const Trajectory motion =
      run_text(one(1, 0, "-2*sign(x' + x)", 5) +
                   "[[observe]]\nname = \"impulse\"\nformula = \"integral(-2*sign(x' + x))\"\n"
                   "[[observe]]\nname = \"u\"\nformula = \"-2*sign(x' + x)\"\n",
               options);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  ASSERT_EQ(motion.summary().reductions.size(), 1u);
  EXPECT_NEAR(motion.summary().reductions[0].value, motion.summary().end.v[0], 1e-8);
  EXPECT_NEAR(motion.column("u")[2], -motion.summary().end.v[0], 1e-8);
}

// Advanced piece by piece, copied, and moved off its line, onto which it returns.
TEST(SlidingMode, GoesOnInPieces) {
  const Model model = read_model(one(1, 0, "-2*sign(x' + x)", 5), "model.toml");
  Simulation simulation(model);
  for (int k = 1; k <= 10; ++k) ASSERT_EQ(simulation.advance_to(0.3 * k), Ending::done);
  Simulation copy = simulation;
  const double met = std::sqrt(2.0) - 1, from = 1 - met * met;
  for (Simulation* each : {&simulation, &copy}) {
    ASSERT_EQ(each->advance_to(4), Ending::done);
    EXPECT_NEAR(each->state().q[0], from * std::exp(-(4 - met)), 1e-9);
    EXPECT_NEAR(each->state().v[0], -each->state().q[0], 1e-9);
  }
  simulation.set_state({4, {1}, {0}});
  ASSERT_EQ(simulation.advance_to(9), Ending::done);
  EXPECT_NEAR(simulation.state().q[0], from * std::exp(-(5 - met)), 1e-9);
}

// Stopped in its first piece, on the line, and after a gust has pushed it off: resumed, it has the same end to the bit.
TEST(SlidingMode, ResumesWithTheSameBits) {
  const Model model =
      read_model(one(1, 0, "-2*sign(x' + x) + 3*exp(-(4*t - 8)^2)", 5), "model.toml");
  const Trajectory whole = run(model);
  ASSERT_GE(events_of(whole, "depart").size(), 1u);
  for (const long stop : {1L, 8L, whole.summary().steps / 2, whole.summary().steps - 1}) {
    const Scratch scratch;
    RunOptions options;
    options.keep = scratch.path("run");
    options.goes_on = [stop](const Progress& progress) { return progress.steps < stop; };
    EXPECT_EQ(run(model, options).summary().ending, Ending::interrupted);
    options.resume = true;
    options.goes_on = nullptr;
    const Trajectory resumed = run(model, options);
    EXPECT_EQ(resumed.summary().end.q[0], whole.summary().end.q[0]) << stop << " steps";
    EXPECT_EQ(resumed.summary().end.v[0], whole.summary().end.v[0]) << stop << " steps";
    EXPECT_EQ(resumed.summary().events.size(), whole.summary().events.size()) << stop << " steps";
  }
}

TEST(SlidingMode, EndsWithASentenceWhereTheMethodCannotFollow) {
  RunOptions options;
  options.method = "bdf";
  const Trajectory motion = run_text(one(1, 0, "-2*sign(x' + x)", 5), options);
  EXPECT_EQ(motion.summary().ending, Ending::step_too_small);
  EXPECT_NE(motion.summary().message.find("Use another method"), std::string::npos)
      << motion.summary().message;
  EXPECT_NEAR(motion.summary().end.t, std::sqrt(2.0) - 1, 1e-2);
}

TEST(SlidingMode, HasNoSensitivities) {
  RunOptions options;
  options.sensitivity = {"x"};
  EXPECT_THROW(run_text(one(1, 0, "-2*sign(x' + x)", 5), options), InputError);
}

// What bends and does not jump is no switch: it is followed as ever, and has its sensitivities.
TEST(SlidingMode, IsNotAskedForWhereFormulasOnlyBend) {
  RunOptions options;
  options.sensitivity = {"x"};
  for (const char* const force :
       {"if(x < 0, -50*x, 0) - 9.81", "-0.3*sign(x')*x'^2 - 9.81",
        "if(x > 0.5, 2*x - 1, 0) + if(x <= 2, 3, 1 + x)", "-2*x'^3*sign(-3*x')/(1 + x^2)"}) {
    const Trajectory motion = run_text(one(1, 0.2, force, 1), options);
    EXPECT_EQ(motion.summary().ending, Ending::done) << force << motion.summary().message;
  }
  for (const char* const force : {"if(x < 0, -50*x, 1)", "sign(x')*x", "if(x > 0.5, 2*x, 0)"}) {
    EXPECT_THROW(run_text(one(1, 0.2, force, 1), options), InputError) << force;
  }
}

}  // namespace
}  // namespace zwang::test
