// SPDX-License-Identifier: Apache-2.0
// Rows of samples against sums written out.

#include "flow/sampler.h"

#include <gtest/gtest.h>

#include "compile/compile.h"
#include "read/model.h"

namespace zwang::motion {
namespace {

// Two particles on bars, and one row among their rates.
const char* const text = R"(
[parameters]
m = 2
[[particles]]
name = "p"
mass = "m"
position = [1, 0]
velocity = [0, 0.5]
force = ["-p.x'", -3]
[[particles]]
name = "q"
mass = 1
position = [1, 1]
velocity = [0.25, 0.5]
[[constraints]]
name = "bars"
equations = ["p.x^2 + p.y^2 = 1", "distance(p, q) = 1"]
[[constraints]]
name = "slope"
equation = "q.x' = q.y'/2"
[[observe]]
name = "between"
formula = "q - p"
[[observe]]
name = "push"
formula = "p.x''"
)";

equations::Equations compile(const std::string& model) {
  const read::Reading reading = read::read(model, "");
  EXPECT_TRUE(reading.ok());
  compile::Compiled compiled = compile::compile(reading.description);
  EXPECT_TRUE(compiled.diagnostics.empty());
  return std::move(compiled.equations);
}

std::vector<double> state_of(const equations::Equations& equations) {
  std::vector<double> y = equations.q;
  y.insert(y.end(), equations.v.begin(), equations.v.end());
  y.insert(y.end(), {0.125, -0.5});  // the books
  return y;
}

class SamplerTest : public ::testing::Test {
 protected:
  double at(Index column) const { return row_[static_cast<std::size_t>(column)]; }
  void fill(bool details) {
    sampler_.emplace(side_, lay_out_sample(equations_, 3, details));
    row_.assign(static_cast<std::size_t>(sampler_->layout().width), -777);
    sampler_->fill(0, y_.data(), row_.data());
  }

  const equations::Equations equations_ = compile(text);
  RightSide side_{equations_, Method::automatic};
  const std::vector<double> y_ = state_of(equations_);
  std::optional<Sampler> sampler_;
  std::vector<double> row_;
};

TEST_F(SamplerTest, LaysOutOnePlaceForEachNumber) {
  fill(true);
  const SampleLayout& layout = sampler_->layout();
  ASSERT_EQ(layout.constraints.size(), 2u);
  EXPECT_EQ(layout.constraints[0].coordinates, (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(layout.constraints[0].rows, 2);
  EXPECT_EQ(layout.constraints[1].coordinates, (std::vector<Index>{2, 3}));
  EXPECT_EQ(layout.constraints[1].first_row, 2);
  // t, q, v, ẍ; 4 + 2 + 1 and 2 + 1 + 1 of constraints; energies, works, G, rank, observables.
  EXPECT_EQ(layout.width, 1 + 3 * 4 + 7 + 4 + 3 + 3 + 2 + 3);
  for (const double x : row_) EXPECT_NE(x, -777);
}

TEST_F(SamplerTest, ForcesOfTheConstraintsAddUpToTheForceOfAll) {
  fill(true);
  const Instant& now = side_.full_instant(0, y_.data(), y_.data() + 4);
  std::vector<double> sum(4, 0.0);
  double power = 0;
  for (const ConstraintColumns& columns : sampler_->layout().constraints) {
    for (std::size_t k = 0; k < columns.coordinates.size(); ++k) {
      sum[static_cast<std::size_t>(columns.coordinates[k])] +=
          at(columns.force + static_cast<Index>(k));
    }
    power += at(columns.power);
  }
  double all = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(sum[i], now.force_lagrange[i], 1e-14);
    EXPECT_EQ(at(sampler_->layout().acceleration + static_cast<Index>(i)), now.acceleration[i]);
    all += now.force_lagrange[i] * y_[4 + i];
  }
  EXPECT_NEAR(power, all, 1e-14);
  EXPECT_EQ(at(sampler_->layout().gauss), now.gauss);
  EXPECT_EQ(at(sampler_->layout().rank), 3);
}

TEST_F(SamplerTest, TellsEnergiesWorksAndObservables) {
  fill(true);
  const SampleLayout& layout = sampler_->layout();
  // ½·2·0.5² + ½·(0.25² + 0.5²); the forces have no potential.
  EXPECT_DOUBLE_EQ(at(layout.energy + 1), 0.25 + 0.15625);
  EXPECT_DOUBLE_EQ(at(layout.energy), at(layout.energy + 1) + at(layout.energy + 2));
  EXPECT_EQ(at(layout.work), 0.125);
  EXPECT_EQ(at(layout.work + 1), -0.5);
  EXPECT_EQ(at(layout.observables), 0);
  EXPECT_EQ(at(layout.observables + 1), 1);
  EXPECT_EQ(at(layout.observables + 2), at(layout.acceleration));
}

TEST_F(SamplerTest, WithoutDetailsTellsTheSameOfTheRest) {
  fill(true);
  const SampleLayout full = sampler_->layout();
  const std::vector<double> all = row_;
  fill(false);
  const SampleLayout& layout = sampler_->layout();
  EXPECT_TRUE(layout.constraints.empty());
  EXPECT_EQ(layout.acceleration, not_there);
  EXPECT_EQ(layout.width, 1 + 2 * 4 + 3 + 3 + 2 + 3);
  for (Index k = 0; k < layout.width - layout.energy; ++k) {
    EXPECT_EQ(at(layout.energy + k), all[static_cast<std::size_t>(full.energy + k)]);
  }
}

TEST_F(SamplerTest, DoesNotCountAsAnEvaluationOfTheMotion) {
  fill(true);
  EXPECT_EQ(side_.evaluations(), 0);
}

TEST(Sampler, OfAFirstOrderSystemTakesTheRatesFromTheInstant) {
  const equations::Equations equations = compile(R"(
[coordinates]
x = 4
[free]
acceleration = ["-x/2"]
order = 1
)");
  RightSide side(equations, Method::automatic);
  Sampler sampler(side, lay_out_sample(equations, 0, true));
  EXPECT_EQ(sampler.layout().energy, not_there);
  EXPECT_EQ(sampler.layout().acceleration, not_there);
  const std::vector<double> y = {4, 1e9, 0, 0};
  std::vector<double> row(static_cast<std::size_t>(sampler.layout().width));
  sampler.fill(0, y.data(), row.data());
  EXPECT_EQ(row[static_cast<std::size_t>(sampler.layout().v)], -2);
}

}  // namespace
}  // namespace zwang::motion
