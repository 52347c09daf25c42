// SPDX-License-Identifier: Apache-2.0
// A number's text reads back to the same bits, and no shorter one does.

#include "base/number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "support/random.h"

namespace zwang {
namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

double read(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

/// The first of "%.0f", "%.1f", … (or of "%.0e", …) that the C library reads back to the same bits.
std::string shortest(const char* format, int most, double value) {
  char text[512];
  for (int digits = 0; digits <= most; ++digits) {
    std::snprintf(text, sizeof text, format, digits, value);
    if (bits(read(text)) == bits(value)) return text;
  }
  return std::string(1000, '?');
}

void expect_shortest(double value) {
  const std::string text = number_text(value);
  EXPECT_EQ(bits(read(text)), bits(value)) << text;
  const std::string power = shortest("%.*e", 16, value), plain = shortest("%.*f", 30, value);
  EXPECT_EQ(text.size(), std::min(power.size(), plain.size())) << text << " " << power;
}

TEST(Number, TheTextReadsBackAndNoShorterOneDoes) {
  constexpr std::uint64_t seed = 7;
  test::Random random(seed);
  for (int i = 0; i < 5000; ++i) {
    const double value = std::bit_cast<double>(random.bits());
    if (std::isfinite(value)) expect_shortest(value);
    const double digits = random.normal();
    expect_shortest(digits * std::pow(10, static_cast<double>(random.integer(-6, 24))));
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Number, TheEdgesOfTheRangeReadBack) {
  using Limits = std::numeric_limits<double>;
  for (double value : {0.0, -0.0, Limits::denorm_min(), -Limits::denorm_min(), Limits::min(),
                       std::nextafter(Limits::min(), 0), Limits::max(), Limits::lowest(), 0x1p53,
                       0x1p53 + 2, 1e22, 1e23, 1e-5, 123456789012345680.0})
    expect_shortest(value);
}

TEST(Number, PlainNumbersLookPlain) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.0), "-0");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(1e300), "1e+300");
}

TEST(Number, WhatIsNoNumberHasOneNameWhateverItsSign) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(number_text(nan), "nan");
  EXPECT_EQ(number_text(std::copysign(nan, -1.0)), "nan");
  EXPECT_EQ(number_text(infinity), "inf");
  EXPECT_EQ(number_text(-infinity), "-inf");
}

}  // namespace
}  // namespace zwang
