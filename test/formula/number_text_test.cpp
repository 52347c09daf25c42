// SPDX-License-Identifier: Apache-2.0
// Numbers as text: the same bits again, with no digit too many.

#include "formula/write/number_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "support/random.h"

namespace zwang::test {
namespace {

using formula::number_text;

// The fewest digits that the C library needs to come back to the same number.
int fewest_digits(double value) {
  char buffer[40];
  for (int digits = 1;; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
    if (std::strtod(buffer, nullptr) == value) return digits;
  }
}

int significant_digits(const std::string& text) {
  std::string digits = text.substr(0, text.find('e'));
  std::erase(digits, '.');
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  digits.erase(digits.find_last_not_of('0') + 1);
  return static_cast<int>(digits.size());
}

TEST(NumberText, ReadsBackToTheSameBitsWithTheFewestDigits) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    Random random(seed);
    double value = std::abs(std::bit_cast<double>(random.bits()));  // all exponents alike
    if (seed % 2 == 0) value = std::abs(random.normal());
    if (!std::isfinite(value) || value == 0) continue;
    const std::string text = number_text(value);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << "seed " << seed << ": " << text;
    EXPECT_EQ(significant_digits(text), fewest_digits(value)) << "seed " << seed << ": " << text;
  }
}

TEST(NumberText, IsWrittenAsPeopleDo) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(100000), "100000");
  EXPECT_EQ(number_text(12345678), "12345678");
  EXPECT_EQ(number_text(10000000), "1e7");
  EXPECT_EQ(number_text(0.0001), "0.0001");
  EXPECT_EQ(number_text(0.00001), "1e-5");
  EXPECT_EQ(number_text(1.5e-7), "1.5e-7");
  EXPECT_EQ(number_text(6.02214076e23), "6.02214076e23");
  EXPECT_EQ(number_text(std::numeric_limits<double>::max()), "1.7976931348623157e308");
  EXPECT_EQ(number_text(std::numeric_limits<double>::denorm_min()), "5e-324");
}

TEST(NumberText, FractionsAreExact) {
  for (int p = 1; p <= 9; ++p) {
    for (const int q : {2, 4, 8}) {
      const auto fraction = formula::simple_fraction(static_cast<double>(p) / q);
      if (p % q == 0) {
        EXPECT_FALSE(fraction);
        continue;
      }
      ASSERT_TRUE(fraction) << p << "/" << q;
      EXPECT_EQ(fraction->numerator * q, p * fraction->denominator);
    }
  }
  for (const double value : {1.0, 7.0, 1.0 / 3, 0.1, 0.0625, 5.5, 1e300, 1e-300}) {
    EXPECT_FALSE(formula::simple_fraction(value)) << value;
  }
  EXPECT_FALSE(formula::simple_fraction(std::nextafter(0.5, 1)));
}

TEST(NumberText, MultiplesOfPiAreExact) {
  const double pi = std::numbers::pi;
  for (const int q : {1, 2, 3, 4, 6}) {
    for (int p = 1; p <= 12; ++p) {
      const auto fraction = formula::fraction_of_pi(p * pi / q);
      ASSERT_TRUE(fraction) << p << "/" << q;
      EXPECT_EQ(fraction->numerator * pi / fraction->denominator, p * pi / q);
    }
  }
  for (const double value : {3.0, 3.14159, pi / 5, std::nextafter(pi, 4), 0.0, 13 * pi, HUGE_VAL}) {
    EXPECT_FALSE(formula::fraction_of_pi(value)) << value;
  }
}

}  // namespace
}  // namespace zwang::test
