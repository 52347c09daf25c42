// SPDX-License-Identifier: Apache-2.0
// What holds for every method: the same bits every time, after a stop and a resumption, and whatever
// samples are asked for; exact times; constraints kept; the books.

#include <cstring>

#include "motion/built.h"

namespace zwang::test {
namespace {

using motion::Ending;
using motion::Stepper;

struct Candidate {
  Stepper stepper;
  const char* name;
  double step;       // of fixed steps
  double tolerance;  // of others
  double accuracy;   // of q at t = 1, on the pendulum
};

// Errors of fixed steps fall with the order; those of chosen steps stay within 100 tolerances.
const Candidate methods[] = {
    {Stepper::dopri853, "dopri853", 0, 1e-9, 1e-7}, {Stepper::dopri5, "dopri5", 0, 1e-8, 1e-6},
    {Stepper::rk4, "rk4", 0.001, 0, 1e-9},          {Stepper::rattle2, "rattle2", 0.001, 0, 1e-4},
    {Stepper::rattle4, "rattle4", 0.002, 0, 1e-8},  {Stepper::rattle6, "rattle6", 0.004, 0, 1e-10},
    {Stepper::rattle8, "rattle8", 0.01, 0, 1e-10},  {Stepper::gauss6, "gauss6", 0.004, 0, 1e-11},
    {Stepper::radau5, "radau5", 0, 1e-8, 1e-6},     {Stepper::bdf, "bdf", 0, 1e-7, 1e-5}};

class EveryMethod : public ::testing::TestWithParam<Candidate> {};

INSTANTIATE_TEST_SUITE_P(Of, EveryMethod, ::testing::ValuesIn(methods),
                         [](const auto& method) { return std::string(method.param.name); });

struct Outcome {
  motion::RunResult result;
  Witness witness;
};

Outcome go(const equations::Equations& equations, const motion::RunOptions& options,
           long stop_after = -1, const motion::Snapshot* resume = nullptr) {
  motion::RightSide side(equations, Method::automatic);
  Outcome outcome;
  outcome.witness.width = static_cast<std::size_t>(side.layout().size());
  outcome.witness.stop_after = stop_after;
  outcome.result = motion::run(side, options, outcome.witness.listener(), resume);
  return outcome;
}

motion::RunOptions asked(const Candidate& method, double t_end) {
  return plan(method.stepper, t_end, method.step, method.tolerance);
}

bool same_bits(const std::vector<double>& x, const std::vector<double>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
}

void expect_same(const motion::RunResult& x, const motion::RunResult& y) {
  EXPECT_EQ(x.ending, y.ending);
  EXPECT_EQ(x.t, y.t);
  EXPECT_TRUE(same_bits(x.q, y.q));
  EXPECT_TRUE(same_bits(x.v, y.v));
  EXPECT_TRUE(same_bits(x.start_q, y.start_q));
  EXPECT_EQ(x.tally.steps, y.tally.steps);
  EXPECT_EQ(x.tally.rejected, y.tally.rejected);
  EXPECT_EQ(x.tally.stiff, y.tally.stiff);
  EXPECT_EQ(x.tally.worst.position, y.tally.worst.position);
  EXPECT_EQ(x.tally.energy.worst, y.tally.energy.worst);
  EXPECT_EQ(x.tally.energy.constraints, y.tally.energy.constraints);
}

TEST_P(EveryMethod, SwingsAPendulum) {
  const motion::RunResult result = run(built(pendulum()), asked(GetParam(), 1));
  EXPECT_EQ(result.ending, Ending::done);
  EXPECT_EQ(result.t, 1);
  EXPECT_LE(distance(result.q, pendulum_at_1), GetParam().accuracy);
  EXPECT_LE(result.tally.worst.position, 1e-14);
  EXPECT_LE(result.tally.worst.velocity, 1e-13);  // rates up to 4.4, their rounding a few ulps
  EXPECT_EQ(result.tally.most_rank, 1u);
}

TEST_P(EveryMethod, GivesTheSameBitsEveryTime) {
  const equations::Equations equations = built(chain(3));
  const Outcome first = go(equations, asked(GetParam(), 0.5));
  const Outcome second = go(equations, asked(GetParam(), 0.5));
  expect_same(first.result, second.result);
  EXPECT_EQ(first.result.tally.evaluations, second.result.tally.evaluations);
}

TEST_P(EveryMethod, GivesTheSameMotionWhateverSamplesAreAskedFor) {
  const equations::Equations equations = built(chain(3));
  motion::RunOptions options = asked(GetParam(), 0.5);
  const Outcome silent = go(equations, options);
  options.times = {0, 0.011, 0.012, 0.3, 0.30001, 0.5};
  const Outcome sampled = go(equations, options);
  expect_same(silent.result, sampled.result);
  options.every_step = true;
  const Outcome chatty = go(equations, options);
  expect_same(silent.result, chatty.result);
  EXPECT_EQ(chatty.witness.samples, static_cast<std::size_t>(silent.result.tally.steps) + 1);

  ASSERT_EQ(sampled.witness.samples, 6u);
  const std::size_t row = sampled.witness.width + 1;
  for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(sampled.witness.rows[k * row], options.times[k]);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(sampled.witness.rows[5 * row + 1 + i], silent.result.q[i]) << "the last is the end";
  }
}

TEST_P(EveryMethod, PutsSamplesOntoTheConstraints) {
  const equations::Equations equations = built(pendulum());
  motion::RunOptions options = asked(GetParam(), 0.5);
  for (int k = 0; k <= 50; ++k) options.times.push_back(k == 50 ? 0.5 : 0.01 * k + 0.003);
  const Outcome outcome = go(equations, options);
  ASSERT_EQ(outcome.witness.samples, 51u);
  for (std::size_t k = 0; k < 51; ++k) {
    const double* const y = outcome.witness.rows.data() + (outcome.witness.width + 1) * k + 1;
    EXPECT_NEAR(y[0] * y[0] + y[1] * y[1], 1, 1e-14);
    EXPECT_NEAR(y[0] * y[2] + y[1] * y[3], 0, 1e-13);
  }
}

TEST_P(EveryMethod, GoesOnAfterAStopAsIfThereHadBeenNone) {
  const equations::Equations equations = built(chain(3));
  motion::RunOptions options = asked(GetParam(), 0.5);
  if (options.step > 0) options.step = 0.004;
  for (int k = 0; k <= 20; ++k) options.times.push_back(k == 20 ? 0.5 : 0.025 * k);
  const Outcome whole = go(equations, options);
  ASSERT_EQ(whole.result.ending, Ending::done);
  for (const long stop : {1L, 7L, whole.result.tally.steps - 1}) {
    const Outcome begun = go(equations, options, stop);
    ASSERT_EQ(begun.result.ending, Ending::interrupted);
    const motion::Snapshot& last = begun.result.last;
    ASSERT_FALSE(last.y.empty());
    const Outcome rest = go(equations, options, -1, &last);
    expect_same(whole.result, rest.result);
    EXPECT_EQ(whole.result.tally.evaluations, rest.result.tally.evaluations);
    // What was given out up to the snapshot, and what came after it.
    std::vector<double> rows(
        begun.witness.rows.begin(),
        begun.witness.rows.begin() +
            static_cast<std::ptrdiff_t>(last.samples * (rest.witness.width + 1)));
    rows.insert(rows.end(), rest.witness.rows.begin(), rest.witness.rows.end());
    EXPECT_TRUE(same_bits(rows, whole.witness.rows)) << "stopped after " << stop;
  }
}

TEST_P(EveryMethod, StopsWhereTheRankChangesIfAsked) {
  // At t = 1 the second row is the first; before, they are independent.
  const equations::Equations equations = built(
      "[coordinates]\nx = { start = 1, rate = -1 }\ny = 0\nz = 0\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2 + z'^2)\"\n"
      "[[constraints]]\nname = 'one'\nequation = 'y = 0'\n"
      "[[constraints]]\nname = 'two'\nequation = 'y + if(x > 0.5, 1, 0)*z = 0'\n");
  motion::RunOptions options = asked(GetParam(), 1);
  options.rank_change = motion::RankRule::stop;
  const motion::RunResult stopped = run(equations, options);
  EXPECT_EQ(stopped.ending, Ending::rank_changed);
  EXPECT_LT(stopped.t, 1);
  options.rank_change = motion::RankRule::keep;
  const motion::RunResult kept = run(equations, options);
  EXPECT_EQ(kept.ending, Ending::done);
  EXPECT_EQ(kept.tally.rank_changes, 1u);
  EXPECT_EQ(kept.tally.least_rank, 1u);
}

TEST_P(EveryMethod, KeepsTheBooksOfAPivotThatIsShaken) {
  const equations::Equations equations = built(
      "[[particles]]\nname = 'bob'\nmass = 1\nposition = [0.6, '-0.8 + 0.1']\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + (bob.y - 0.1*cos(5*t))^2 = 1'\n");
  const motion::RunResult result = run(equations, asked(GetParam(), 1));
  EXPECT_EQ(result.ending, Ending::done);
  EXPECT_GT(std::abs(result.tally.energy.constraints), 0.05) << "the pivot works";
  EXPECT_LE(result.tally.energy.worst, 20 * GetParam().accuracy);
}

/// Methods that begin afresh do so after 512 steps: a run that is longer resumes from there.
TEST(Radau5AndBdf, ResumeFromTheirLastFreshStart) {
  const equations::Equations equations = built(pendulum());
  for (const Stepper stepper : {Stepper::radau5, Stepper::bdf}) {
    const motion::RunOptions options = plan(stepper, 6, 0, 1e-9);
    const Outcome whole = go(equations, options);
    ASSERT_GT(whole.result.tally.steps, 600);
    const Outcome begun = go(equations, options, 590);
    EXPECT_EQ(begun.result.last.tally.steps, 512);
    const Outcome rest = go(equations, options, -1, &begun.result.last);
    expect_same(whole.result, rest.result);
    EXPECT_EQ(whole.result.tally.evaluations, rest.result.tally.evaluations);
  }
}

TEST(EverySample, OfAFirstOrderSystemHasItsRates) {
  // x' = −y, y' = x on the circle, written with a relation.
  const equations::Equations equations = built(
      "[coordinates]\nx = 1\ny = 0\n[free]\norder = 1\nacceleration = ['-y', 'x']\n"
      "[[constraints]]\nname = 'circle'\nequation = 'x^2 + y^2 = 1'\n");
  for (const Stepper stepper : {Stepper::dopri853, Stepper::radau5, Stepper::bdf}) {
    const motion::RunResult result = run(equations, plan(stepper, 2, 0, 1e-8));
    ASSERT_EQ(result.ending, Ending::done);
    EXPECT_NEAR(result.q[0], std::cos(2), 1e-5);
    EXPECT_NEAR(result.v[0], -result.q[1], 1e-14);
    EXPECT_NEAR(result.v[1], result.q[0], 1e-14);
  }
}

}  // namespace
}  // namespace zwang::test
