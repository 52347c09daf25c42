// SPDX-License-Identifier: Apache-2.0
#include "ensemble/indices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ensemble/plan.h"
#include "ensemble/statistics.h"

namespace zwang::ensemble {
namespace {

constexpr double pi = std::numbers::pi;

// T. Ishigami and T. Homma (1990): sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1. Its variance, and all parts of it, are known.
double ishigami(const std::vector<double>& x) {
  return std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) +
         0.1 * std::pow(x[2], 4) * std::sin(x[0]);
}

std::vector<double> answers(const Plan& plan) {
  std::vector<double> numbers;
  for (std::uint64_t run = 0; run < plan.runs; ++run)
    numbers.push_back(ishigami(numbers_of(plan, run)));
  return numbers;
}

TEST(Indices, OfIshigamiAreKnownToAHundredth) {
  const double v1 = 0.5 * std::pow(1 + 0.1 * std::pow(pi, 4) / 5, 2), v2 = 49.0 / 8;
  const double v13 = 0.01 * std::pow(pi, 8) * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Plan plan{Scheme::saltelli, seed, 8192 * 5, {}};
    plan.spreads.assign(3, Spread{Spread::Kind::uniform, {-pi, pi}});
    ASSERT_EQ(settle(plan), "");
    const auto found = sobol_indices(answers(plan), 3);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(found[k].first, first[k], 0.01) << "seed " << seed << ", number " << k;
      EXPECT_NEAR(found[k].total, total[k], 0.01) << "seed " << seed << ", number " << k;
      EXPECT_LT(std::abs(found[k].first - first[k]), 4 * found[k].first_error + 1e-12);
      EXPECT_LT(std::abs(found[k].total - total[k]), 4 * found[k].total_error + 1e-12);
    }
  }
}

TEST(Indices, LeaveOutGroupsThatAreNotWhole) {
  Plan plan{Scheme::saltelli, 5, 5 * 512, {}};
  plan.spreads.assign(3, Spread{Spread::Kind::uniform, {-pi, pi}});
  ASSERT_EQ(settle(plan), "");
  std::vector<double> numbers = answers(plan);
  const auto whole = sobol_indices(std::span(numbers).subspan(5), 3);
  numbers[3] = std::numeric_limits<double>::quiet_NaN();
  const auto found = sobol_indices(numbers, 3);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(found[k].first, whole[k].first);
  EXPECT_TRUE(std::isnan(sobol_indices(std::vector<double>(10, 1.0), 3)[0].first));
}

// A run of a group differs from A in one number, which it has from B.
TEST(Plan, OfSaltelliMixesTwoPoints) {
  for (const std::size_t d : {1u, 3u, 12u}) {
    Plan plan{Scheme::saltelli, 9, 7 * (d + 2) + 1, {}};
    plan.spreads.assign(d, Spread{Spread::Kind::uniform, {0, 1}});
    ASSERT_EQ(settle(plan), "");
    EXPECT_EQ(plan.runs, 7 * (d + 2));
    for (std::uint64_t begin = 0; begin < plan.runs; begin += d + 2) {
      const auto a = numbers_of(plan, begin), b = numbers_of(plan, begin + 1);
      for (std::size_t i = 0; i < d; ++i) {
        auto mixed = a;
        mixed[i] = b[i];
        EXPECT_NE(a[i], b[i]);
        EXPECT_EQ(numbers_of(plan, begin + 2 + i), mixed);
      }
    }
  }
}

TEST(Plan, OfTolerancesHasTheMiddleEndsCornersAndMore) {
  Plan plan{Scheme::tolerances, 1, 0, {}};
  plan.spreads = {{Spread::Kind::uniform, {0, 2}}, {Spread::Kind::uniform, {-3, 3}}};
  ASSERT_EQ(settle(plan), "");
  using Row = std::vector<double>;
  const Row rows[] = {{1, 0}, {0, 0}, {2, 0}, {1, -3}, {1, 3}, {0, -3}, {2, -3}, {0, 3}, {2, 3}};
  for (std::uint64_t run = 0; run < std::size(rows); ++run)
    EXPECT_EQ(numbers_of(plan, run), rows[run]) << run;
  EXPECT_EQ(tolerance_parts(plan).spread, std::size(rows));
  for (std::uint64_t run = std::size(rows); run < plan.runs; ++run) {
    const Row x = numbers_of(plan, run);
    EXPECT_TRUE(x[0] > 0 && x[0] < 2 && x[1] > -3 && x[1] < 3);
  }
  plan.spreads[0].kind = Spread::Kind::normal;
  EXPECT_NE(settle(plan), "");
}

TEST(Statistics, AHistogramHasEachNumberOnce) {
  Plan plan{Scheme::random, 4, 777, {{Spread::Kind::normal, {3, 0.5}}}};
  std::vector<double> sorted;
  for (std::uint64_t run = 0; run < plan.runs; ++run) sorted.push_back(numbers_of(plan, run)[0]);
  std::sort(sorted.begin(), sorted.end());
  const Histogram found = histogram(sorted);
  ASSERT_GT(found.counts.size(), 10u);
  const double width = (found.to - found.from) / static_cast<double>(found.counts.size());
  std::size_t all = 0;
  for (std::size_t k = 0; k < found.counts.size(); ++k) {
    const double low = found.from + static_cast<double>(k) * width;
    const auto inside = std::count_if(sorted.begin(), sorted.end(), [&](double x) {
      const bool last = k + 1 == found.counts.size();
      return x >= low - 1e-9 && (last || x < low + width + 1e-9);
    });
    EXPECT_NEAR(static_cast<double>(found.counts[k]), static_cast<double>(inside), 1);
    all += found.counts[k];
  }
  EXPECT_EQ(all, sorted.size());
  EXPECT_EQ(histogram(std::vector<double>(5, 2.0)).counts, std::vector<std::size_t>{5});
  EXPECT_TRUE(histogram(std::vector<double>{}).counts.empty());
}

}  // namespace
}  // namespace zwang::ensemble
