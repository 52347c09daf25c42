// SPDX-License-Identifier: Apache-2.0
// How far extremals are from their constraints and their equation, sample by sample.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "record/hdf5/record_file.h"
#include "record/scratch.h"
#include "zwang/report.h"

namespace zwang {
namespace {

Extremals measured_circle(double tolerance) {
  ExtremalOptions options;
  options.tolerance = tolerance;
  return find_extremals(load_model(ZWANG_TEST_DATA "/../../models/seed_circle.toml"), options);
}

double largest_of(const Extremals& extremals, const char* column) {
  const std::vector<double> values = extremals.column(column);
  return *std::max_element(values.begin(), values.end());
}

TEST(ExtremalMeasures, DistanceFromTheCircleIsTheSamplesOwn) {
  const Extremals circle = measured_circle(1e-6);
  const auto x = circle.column("x"), y = circle.column("y"), vx = circle.column("x'"),
             vy = circle.column("y'");
  const auto position = circle.column("residual.position");
  const auto velocity = circle.column("residual.velocity");
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double r = std::hypot(x[k], y[k]);
    // |x² + y² − 1| over the length 2 r of its gradient, and its rate over the same.
    EXPECT_NEAR(position[k], std::abs(r * r - 1) / (2 * r), 1e-15);
    EXPECT_NEAR(velocity[k], std::abs(x[k] * vx[k] + y[k] * vy[k]) / r, 1e-14);
  }
}

TEST(ExtremalMeasures, EquationIsMetTheBetterTheTighterTheTolerance) {
  const double loose = largest_of(measured_circle(1e-4), "residual.equation");
  const double tight = largest_of(measured_circle(1e-10), "residual.equation");
  EXPECT_GT(loose, 0);
  EXPECT_LT(tight, 1e-3 * loose);
  EXPECT_LT(tight,
            1e-5);  // between Gauss points a collocated curve has a lower order than at its mesh
}

TEST(ExtremalMeasures, StandInTheRecordAndOnThePageButNotInTheTable) {
  const Extremals circle = measured_circle(1e-6);
  const auto& columns = circle.columns();
  EXPECT_EQ(std::count(columns.begin(), columns.end(), "residual.equation"), 0);
  EXPECT_EQ(circle.sample(0).size(), columns.size());
  const test::Scratch scratch;
  write_hdf5(circle, scratch.path("a.h5"));
  write_report(scratch.path("a.h5"), scratch.path("a.html"));
  const std::string page = test::bytes_of(scratch.path("a.html"));
  EXPECT_NE(page.find("\"residual.equation\""), std::string::npos);
  EXPECT_NE(page.find("\"group\": \"residual\""), std::string::npos);
  write_csv(circle, scratch.path("a.csv"));
  EXPECT_EQ(test::bytes_of(scratch.path("a.csv")).find("residual"), std::string::npos);
}

}  // namespace
}  // namespace zwang
