// SPDX-License-Identifier: Apache-2.0
// Runs of small models: what they say, against closed forms.

#include "zwang/run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "api/texts.h"

namespace zwang::test {
namespace {

using Names = std::vector<std::string>;

Trajectory run_pendulum(const RunOptions& options = {}) {
  return run(read_model(pendulum_text, "pendulum.toml"), options);
}

/// Argument and message of the InputError that a run of the pendulum throws.
std::pair<std::string, std::string> refusal(const RunOptions& options) {
  try {
    run_pendulum(options);
  } catch (const InputError& error) {
    return {error.argument(), error.what()};
  }
  return {};
}

// The position at t = 1 by elliptic functions.
TEST(Run, OfThePendulumIsWhereEllipticFunctionsSay) {
  RunOptions options;
  options.duration = 1;
  options.tolerance = 1e-12;
  options.method = "dopri853";
  const Summary end = run_pendulum(options).summary();
  EXPECT_EQ(end.ending, Ending::done);
  EXPECT_EQ(end.end.t, 1);
  EXPECT_NEAR(end.end.q[0], -0.986291751131875319, 1e-9);  // errors add up over a hundred steps
  EXPECT_NEAR(end.end.q[1], -0.165010853125541169, 1e-9);
}

TEST(Run, HasAColumnForEverythingThatIsAsked) {
  const Trajectory motion = run_pendulum();
  EXPECT_EQ(motion.columns(), (Names{"t",
                                     "bob.x",
                                     "bob.y",
                                     "bob.x'",
                                     "bob.y'",
                                     "bob.x''",
                                     "bob.y''",
                                     "force(rod).bob.x",
                                     "force(rod).bob.y",
                                     "multiplier(rod)",
                                     "power(rod)",
                                     "energy",
                                     "kinetic",
                                     "potential",
                                     "work_applied",
                                     "work_constraints",
                                     "work_nonideal",
                                     "gauss",
                                     "rank",
                                     "height"}));
  EXPECT_EQ(motion.samples(), 41u);
  EXPECT_EQ(motion.column("height"), motion.column("bob.y"));
  const std::vector<double> last = motion.sample(40);
  for (std::size_t k = 0; k < last.size(); ++k) {
    EXPECT_EQ(last[k], motion.column(motion.columns()[k])[40]) << motion.columns()[k];
  }
}

// ẍ = λ 2x, ÿ = −g + λ 2y, kinetic + potential = energy, at every sample.
TEST(Run, ColumnsFitTogether) {
  const Trajectory motion = run_pendulum();
  const auto x = motion.column("bob.x"), y = motion.column("bob.y");
  const auto u = motion.column("bob.x'"), v = motion.column("bob.y'");
  const auto xdd = motion.column("bob.x''"), ydd = motion.column("bob.y''");
  const auto fx = motion.column("force(rod).bob.x"), fy = motion.column("force(rod).bob.y");
  const auto lambda = motion.column("multiplier(rod)"), power = motion.column("power(rod)");
  const auto kinetic = motion.column("kinetic"), potential = motion.column("potential");
  for (std::size_t k = 0; k < motion.samples(); ++k) {
    EXPECT_EQ(fx[k], 2 * x[k] * lambda[k]);
    EXPECT_EQ(fy[k], 2 * y[k] * lambda[k]);
    EXPECT_NEAR(xdd[k], fx[k], 1e-13);  // sums of numbers up to 30
    EXPECT_NEAR(ydd[k], fy[k] - 9.81, 1e-13);
    EXPECT_NEAR(kinetic[k], 0.5 * (u[k] * u[k] + v[k] * v[k]), 1e-14);
    EXPECT_NEAR(potential[k], 9.81 * y[k], 1e-13);
    EXPECT_NEAR(power[k], fx[k] * u[k] + fy[k] * v[k], 1e-13);
    EXPECT_EQ(motion.column("rank")[k], 1);
  }
}

TEST(Run, TellsTheTruthInItsSummary) {
  const Summary summary = run_pendulum().summary();
  EXPECT_EQ(summary.model, "pendulum.toml");
  EXPECT_EQ(summary.title, "Pendulum");
  EXPECT_EQ(summary.freedom, 1u);
  EXPECT_EQ(summary.rows, 1u);
  EXPECT_EQ(summary.rank, 1u);
  EXPECT_GT(summary.steps, 10);
  EXPECT_GT(summary.evaluations, 12 * summary.steps);
  EXPECT_EQ(summary.start.q, (std::vector<double>{1, 0}));
  EXPECT_EQ(summary.start_moved, 0);
  EXPECT_LT(summary.max_position_residual, 1e-14);
  EXPECT_EQ(summary.energy.start, 0);
  EXPECT_NEAR(summary.energy.kinetic + summary.energy.potential, summary.energy.end, 1e-13);
  EXPECT_LE(std::abs(summary.energy.drift), summary.energy.worst_drift);
  EXPECT_LT(summary.energy.worst_drift, 1e-6);
  ASSERT_EQ(summary.forces.size(), 1u);
  EXPECT_EQ(summary.forces[0].name, "rod");
  EXPECT_TRUE(summary.forces[0].unique);
  EXPECT_EQ(summary.forces[0].force.size(), 2u);
  EXPECT_EQ(summary.observables, std::vector<double>{summary.end.q[1]});
  EXPECT_EQ(summary.message, "The run reached t = 2.");
  EXPECT_FALSE(summary.method_reference.empty());
  EXPECT_EQ(summary.kernel, "explicit");
}

TEST(Run, SamplesAreWhereTheyWereAskedFor) {
  RunOptions options;
  options.duration = 1;
  options.samples = 5;
  EXPECT_EQ(run_pendulum(options).column("t"), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  options.samples = 1;
  EXPECT_EQ(run_pendulum(options).column("t"), std::vector<double>{1});
  options.samples.reset();
  options.every = 0.4;
  EXPECT_EQ(run_pendulum(options).column("t"), (std::vector<double>{0, 0.4, 0.8, 1}));
  options.every = 0.1;  // ten times 0.1 is the end but for rounding
  EXPECT_EQ(run_pendulum(options).samples(), 11u);
  options.every.reset();
  options.every_step = true;
  const Trajectory steps = run_pendulum(options);
  EXPECT_EQ(static_cast<long>(steps.samples()), steps.summary().steps + 1);
}

TEST(Run, SamplesDoNotChangeTheMotion) {
  RunOptions few, many;
  few.samples = 2;
  many.samples = 1000;
  const Summary x = run_pendulum(few).summary(), y = run_pendulum(many).summary();
  EXPECT_EQ(bits(x.end.q), bits(y.end.q));
  EXPECT_EQ(x.steps, y.steps);
}

TEST(Run, BeginsWhereItIsTold) {
  RunOptions options;
  options.start = State{3, {0, -1}, {0, 0}};
  options.duration = 1;
  const Trajectory rest = run_pendulum(options);
  EXPECT_EQ(rest.column("t").front(), 3);
  EXPECT_EQ(rest.summary().end.t, 4);
  EXPECT_EQ(rest.summary().end.q, (std::vector<double>{0, -1}));  // it hangs
  options.start->q.push_back(0);
  EXPECT_EQ(refusal(options).first, "state.q");
  options.start = State{0, {NAN, 0}, {0, 0}};
  EXPECT_EQ(refusal(options).first, "start");
}

TEST(Run, ADifferentStartIsMovedOntoTheConstraintsAndSaysByHowMuch) {
  RunOptions options;
  options.start = State{0, {1.1, 0}, {0.5, 0}};
  const Summary summary = run_pendulum(options).summary();
  EXPECT_NEAR(summary.start_moved, 0.1, 1e-15);
  EXPECT_NEAR(summary.start_rate_moved, 0.5, 1e-15);
  EXPECT_EQ(summary.start.q, (std::vector<double>{1, 0}));
}

TEST(Run, OptionsThatCannotBeAreRefusedByName) {
  const auto with = [](auto change) {
    RunOptions options;
    change(options);
    return refusal(options);
  };
  EXPECT_EQ(with([](RunOptions& o) { o.duration = -1; }).second,
            "duration: must be positive (got -1)");
  EXPECT_EQ(with([](RunOptions& o) { o.duration = INFINITY; }).first, "duration");
  EXPECT_EQ(with([](RunOptions& o) {
              o.duration = 1e-300, o.start = State{1, {1, 0}, {0, 0}};
            }).first,
            "duration");
  EXPECT_EQ(with([](RunOptions& o) { o.tolerance = 0.5; }).first, "tolerance");
  EXPECT_EQ(with([](RunOptions& o) { o.tolerance = NAN; }).first, "tolerance");
  EXPECT_EQ(with([](RunOptions& o) { o.absolute = 0; }).first, "absolute");
  EXPECT_EQ(with([](RunOptions& o) { o.method = "dopri85"; }).second,
            "method: 'dopri85' is unknown; did you mean 'dopri853'?");
  EXPECT_EQ(with([](RunOptions& o) { o.kernel = "belman"; }).second,
            "kernel: 'belman' is unknown; did you mean 'bellman'?");
  EXPECT_EQ(with([](RunOptions& o) { o.method = "rk4"; }).second,
            "step: rk4 needs a step size, for example 0.01");
  EXPECT_EQ(with([](RunOptions& o) { o.method = "rk4", o.step = 0; }).first, "step");
  EXPECT_EQ(with([](RunOptions& o) { o.samples = 0; }).first, "samples");
  EXPECT_EQ(with([](RunOptions& o) { o.samples = 100'000'001; }).first, "samples");
  EXPECT_EQ(with([](RunOptions& o) { o.samples = 5, o.every = 1; }).first, "samples");
  EXPECT_EQ(with([](RunOptions& o) { o.every = 1e-9; }).first, "every");
  EXPECT_EQ(with([](RunOptions& o) { o.resume = true; }).first, "keep");
}

TEST(Run, AModelThatLacksWhatARunNeedsIsRefusedWithACode) {
  const auto code_of = [](const std::string& text) -> std::string {
    try {
      run(read_model(text, ""));
    } catch (const ModelError& error) {
      return error.complaints().at(0).code;
    }
    return "";
  };
  const std::string without = pendulum_text.substr(0, pendulum_text.find("[simulate]"));
  EXPECT_EQ(code_of(without), "E319");
  EXPECT_EQ(code_of(without + "[simulate]\nduration = 1\nmethod = \"rk4\"\n"), "E318");
  EXPECT_EQ(code_of(without + "[simulate]\nduration = 1\nevery = 1e-9\n"), "E316");
  RunOptions options;
  options.duration = 0.5;
  EXPECT_EQ(run(read_model(without, ""), options).summary().end.t, 0.5);
}

TEST(Run, AMethodThatDoesNotTakeTheModelSaysWhy) {
  std::string text = pendulum_text + "method = \"rattle4\"\nstep = 0.01\n";
  EXPECT_EQ(run(read_model(text, "")).summary().method, "rattle4");
  text.replace(text.find("[free]"), 6, "force = [\"-bob.x'\", 0]\n[free]");
  try {
    run(read_model(text, ""));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.complaints()[0].code, "E320");
    EXPECT_EQ(error.complaints()[0].at.line, 27);
    EXPECT_NE(error.complaints()[0].what.find("rates"), std::string::npos);
  }
  RunOptions options;
  options.method = "rattle2";
  EXPECT_THROW(run(read_model(text, ""), options), InputError);
}

TEST(Run, EveryRefusalOfAMethodHasItsSentence) {
  const auto refusal = [](const std::string& text) {
    RunOptions options;
    options.method = "rattle4";
    options.duration = 1;
    options.step = 0.01;
    try {
      run(read_model(text, ""), options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string varies =
      "[coordinates]\nx = 1\n[free]\nkinetic = \"0.5*(1 + x^2)*x'^2\"\npotential = 'x'\n";
  EXPECT_NE(refusal(varies).find("constant mass matrix"), std::string::npos) << refusal(varies);
  const std::string edge =
      "[coordinates]\nx = 0\ny = 0\nphi = { start = 0.3, rate = 1.3 }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.1*phi'^2\"\n"
      "[[constraints]]\nname = 'edge'\nequation = \"x'*sin(phi) - y'*cos(phi) = 0\"\n";
  EXPECT_NE(refusal(edge).find("position-level"), std::string::npos) << refusal(edge);
  const std::string first = "[coordinates]\nx = 1\n[free]\norder = 1\nacceleration = ['-x']\n";
  EXPECT_NE(refusal(first).find("order 1"), std::string::npos) << refusal(first);
  const std::string drifts =
      "[coordinates]\nx = 1\ny = 0\n[free]\nkinetic = \"0.5*(x'^2 + y'^2)\"\n"
      "[[constraints]]\nname = 'rod'\nequation = 'x^2 + y^2 = 1'\ndrift = { baumgarte = [3, 5] }\n";
  EXPECT_NE(refusal(drifts).find("drift must be"), std::string::npos) << refusal(drifts);
}

// A fast decay beside a slow motion; without it, order 8 or, for a loose tolerance, order 5.
TEST(Run, ChoosesAMethodAndSaysWhy) {
  const Summary pendulum = run_pendulum().summary();
  EXPECT_EQ(pendulum.method, "dopri853");
  EXPECT_NE(pendulum.why_method.find("not stiff"), std::string::npos) << pendulum.why_method;
  RunOptions loose;
  loose.tolerance = 1e-3;
  EXPECT_EQ(run_pendulum(loose).summary().method, "dopri5");
  const Summary stiff = run(read_model(R"([coordinates]
x = 1
[free]
mass = [1]
force = ["-1e5*x' - x"]
[simulate]
duration = 10
)",
                                       ""))
                            .summary();
  EXPECT_EQ(stiff.method, "radau5");
  EXPECT_LT(stiff.steps, 1000);
}

TEST(Run, FormulasOfSimulateAreEvaluatedWithSettings) {
  std::string text = pendulum_text;
  text.replace(text.find("duration = 2"), 12,
               "duration = \"l/4\"\nstep = \"l/64\"\nmethod = \"rk4\"");
  const Summary summary = run(read_model(text, "", {{"l", 2}})).summary();
  EXPECT_EQ(summary.end.t, 0.5);
  EXPECT_EQ(summary.step, 0.03125);
  EXPECT_EQ(summary.steps, 16);
  EXPECT_EQ(summary.method, "rk4");
}

TEST(Run, AColumnThatIsNotThereIsRefusedWithTheNearest) {
  const Trajectory motion = run_pendulum();
  try {
    motion.column("force(rod).bobx");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "column: there is none called 'force(rod).bobx'; did you mean 'force(rod).bob.x'?");
  }
  EXPECT_THROW(motion.sample(41), InputError);
}

// x = exp(−t/2), y = 1 − x; the rates are what the instant says, and nothing has an energy.
TEST(Run, OfAFirstOrderSystemHasRatesAndNoEnergy) {
  const Trajectory motion = run(read_model(first_order_text, ""));
  EXPECT_EQ(motion.columns(), (Names{"t", "x", "y", "x'", "y'", "force(whole).x", "force(whole).y",
                                     "multiplier(whole)", "gauss", "rank"}));
  const auto t = motion.column("t"), x = motion.column("x"), rate = motion.column("x'");
  for (std::size_t k = 0; k < motion.samples(); ++k) {
    EXPECT_NEAR(x[k], std::exp(-t[k] / 2), 1e-8);
    EXPECT_NEAR(rate[k], -x[k] / 2, 1e-15);
  }
  EXPECT_TRUE(std::isnan(motion.summary().energy.drift));
  EXPECT_EQ(motion.summary().start.v[0], rate.front());
  EXPECT_EQ(motion.summary().end.v[0], rate.back());
}

TEST(Run, NamesRedundantConstraintsAndForcesThatAreNotUnique) {
  const Summary summary = run(read_model(two_rods_text, "")).summary();
  EXPECT_EQ(summary.redundant, Names{"second"});
  EXPECT_EQ(summary.undetermined, (Names{"first", "second"}));
  EXPECT_EQ(summary.contradictory, Names{});
  ASSERT_EQ(summary.forces.size(), 2u);
  EXPECT_FALSE(summary.forces[0].unique);
  EXPECT_EQ(summary.rank, 1u);
  EXPECT_EQ(summary.freedom, 1u);
}

TEST(Run, NamesOfTheUserComeFirst) {
  std::string text = pendulum_text;
  text.replace(text.find("\"height\""), 8, "\"energy\"");
  const Trajectory motion = run(read_model(text, ""));
  EXPECT_EQ(motion.column("energy"), motion.column("bob.y"));
  EXPECT_NEAR(motion.column("run.energy").back(), 0, 1e-6);
}

TEST(Run, OfVeryManyColumnsLeavesOutDetailsAndSaysSo) {
  const std::string text = R"~([coordinates]
u = { count = 1000, start = "i" }
[free]
kinetic = "0.5*sum(i in 1..1000, u[i]'^2)"
[[constraints]]
name = "first"
equation = "u[1] = 1"
[simulate]
duration = 1
output = 2
)~";
  const Trajectory motion = run(read_model(text, ""));
  EXPECT_EQ(motion.columns().size(), 1u + 2000 + 6 + 2);
  EXPECT_NE(motion.summary().message.find("left out"), std::string::npos);
  EXPECT_EQ(motion.summary().forces.size(), 1u);
}

TEST(Run, AStartThatIsOffIsRefusedWhereTheModelIsStrict) {
  RunOptions options;
  options.start = State{0, {1.1, 0}, {0, 0}};
  const Model strict = read_model(pendulum_text + "start = \"strict\"\n", "");
  const Summary summary = run(strict, options).summary();
  EXPECT_EQ(summary.ending, Ending::start_is_off);
  EXPECT_NE(summary.message.find("change by 0.1"), std::string::npos) << summary.message;
  EXPECT_EQ(run(strict).summary().ending, Ending::done);
}

TEST(Run, ConstraintsThatFightEverywhereMoveInLeastSquaresAndAreNamed) {
  const std::string more = "[[constraints]]\nname = \"short\"\nequation = \"norm(bob) = 0.5\"\n";
  const Trajectory motion = run(read_model(pendulum_text + more, ""));
  EXPECT_EQ(motion.summary().ending, Ending::done);
  EXPECT_NE(motion.summary().message.find("least-squares"), std::string::npos);
  EXPECT_NE(motion.summary().message.find("'rod'"), std::string::npos) << motion.summary().message;
  EXPECT_NE(motion.summary().message.find("'short'"), std::string::npos);
}

// Two rods that would have to be longer than they are: in other poses they would do.
TEST(Run, ConstraintsThatNoPoseSatisfiesEndItWithTheirNames) {
  const std::string more =
      "[[constraints]]\nname = \"thread\"\nequation = \"distance(bob, [3, 0]) = 1\"\n";
  const Trajectory motion = run(read_model(pendulum_text + more, ""));
  EXPECT_EQ(motion.summary().ending, Ending::start_impossible) << motion.summary().message;
  EXPECT_NE(motion.summary().message.find("'thread'"), std::string::npos);
  EXPECT_EQ(motion.samples(), 0u);
}

// x'' = 2/(1 − t)³, so x = 1/(1 − t) − t: the step shrinks to nothing at t = 1.
TEST(Run, AForceThatGrowsWithoutBoundEndsItWithASentence) {
  const Trajectory motion = run(read_model(R"([coordinates]
x = 1
[free]
mass = [1]
force = ["2/(1 - t)^3"]
[simulate]
duration = 2
)",
                                           ""));
  const Summary& summary = motion.summary();
  EXPECT_NE(summary.ending, Ending::done);
  EXPECT_GT(motion.samples(), 90u);
  EXPECT_NEAR(summary.end.t, 1, 1e-3);
  EXPECT_NE(summary.message.find("t = "), std::string::npos) << summary.message;
}

TEST(Run, FilesAreReplacedOnlyWhenTheyCanBe) {
  EXPECT_THROW(write_csv(run_pendulum(), "/nowhere/at/all.csv"), FileTrouble);
  EXPECT_THROW(write_hdf5(run_pendulum(), "/nowhere/at/all.h5"), FileTrouble);
}

}  // namespace
}  // namespace zwang::test
