// SPDX-License-Identifier: Apache-2.0
// A number as a formula reads back to the same bits, and looks as people write it.

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "support/random.h"
#include "zwang/description.h"

namespace zwang {
namespace {

double read_back(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_TRUE(error == std::errc{} && end == text.data() + text.size()) << text;
  return value;
}

TEST(Expression, WritesNumbersAsPeopleDo) {
  EXPECT_EQ(Expression(0.0).text, "0");
  EXPECT_EQ(Expression(-0.0).text, "-0");
  EXPECT_EQ(Expression(9.81).text, "9.81");
  EXPECT_EQ(Expression(-0.5).text, "-0.5");
  EXPECT_EQ(Expression(100000.0).text, "100000");
  EXPECT_EQ(Expression(1e6).text, "1e6");
  EXPECT_EQ(Expression(1e-9).text, "1e-9");
  EXPECT_EQ(Expression(0.001).text, "0.001");
  EXPECT_EQ(Expression(0.1 + 0.2).text, "0.30000000000000004");
  EXPECT_EQ(Expression(1.5e-7).text, "1.5e-7");
  EXPECT_EQ(Expression(1e100).text, "1e100");
  EXPECT_EQ(Expression(-1e-100).text, "-1e-100");
  EXPECT_EQ(Expression(5e-324).text, "5e-324");
  EXPECT_EQ(Expression(1e10).text, "1e10");
}

TEST(Expression, TakesWholeNumbersWithoutTakingZeroForAPointer) {
  EXPECT_EQ(Expression(0).text, "0");
  EXPECT_EQ(Expression(-20).text, "-20");
  EXPECT_FALSE(Expression().given());
}

TEST(Expression, SaysWhatIsNotFiniteAsAQuotient) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Expression(infinity).text, "1/0");
  EXPECT_EQ(Expression(-infinity).text, "-1/0");
  EXPECT_EQ(Expression(std::nan("")).text, "0/0");
}

TEST(Expression, ReadsBackToTheSameBitsAndIsHardlyLongerThanTheShortest) {
  const std::uint64_t seed = 1;
  test::Random random(seed);
  for (int trial = 0; trial < 20000; ++trial) {
    double value = std::bit_cast<double>(random.bits());  // every exponent
    if (trial % 2 == 0) value = std::ldexp(random.uniform(-1, 1), static_cast<int>(trial % 40));
    if (!std::isfinite(value)) continue;
    const std::string text = Expression(value).text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read_back(text)), std::bit_cast<std::uint64_t>(value))
        << "seed " << seed << ", trial " << trial << ": " << text;
    char shortest[64];
    const auto end = std::to_chars(shortest, shortest + sizeof shortest, value).ptr;
    EXPECT_LE(static_cast<Index>(text.size()), end - shortest + 3) << text;
  }
}

}  // namespace
}  // namespace zwang
